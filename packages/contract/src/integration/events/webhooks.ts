import { z } from 'zod';
import { call } from '../../shared/call.ts';
import { Guid, Instant } from '../../shared/common.ts';
import { EventTypeName } from './events.ts';
import { byReference, documented, PageLimit, pageOf } from '../resource.ts';

const about = {
  reference: ['back-office', 'Your own name of the endpoint.'],
  url: ['https://erp.saltmarsh.example/quayside', 'The address that is called. It begins with https.'],
  types: [['order.paid', 'payment.completed'], 'The types of events that are sent. Empty: all.'],
  isOn: [true, 'False: nothing is sent, and events wait in `GET events` alone.'],
} as const;

/** An address of the marina's that is called with each event. */
export const WebhookEndpoint = documented(
  z.object({
    reference: z.string(),
    url: z.string(),
    types: z.array(EventTypeName),
    isOn: z.boolean(),
    offReason: z.enum(['office', 'failing']).nullable(),
    failingSince: Instant.nullable(),
    createdAt: Instant,
    secret: z.string().nullable(),
  }),
  {
    ...about,
    offReason: [null, 'Why nothing is sent: the office turned it off, or it failed for five days.'],
    failingSince: [null, 'The first failure since the last success.'],
    createdAt: ['2026-05-16T09:00:00.000Z'],
    secret: [null, 'The secret that signs. It is told when it is made, and never again.'],
  },
);

const WebhookEndpointRow = documented(
  z.strictObject({
    url: z.string().max(2_000).regex(/\S/),
    types: z.array(EventTypeName).max(100).default([]),
    isOn: z.boolean().default(true),
  }),
  about,
);

/** One event on its way to an endpoint. */
export const WebhookDelivery = documented(
  z.object({
    id: z.number().int(),
    event: Guid,
    type: EventTypeName,
    sequence: z.number().int(),
    state: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.number().int(),
    nextAt: Instant.nullable(),
    lastAt: Instant.nullable(),
    status: z.number().int().nullable(),
    durationMs: z.number().int().nullable(),
    answer: z.string().nullable(),
    problem: z.string().nullable(),
  }),
  {
    id: [17],
    event: ['5b1f7a3f-90a0-4a8e-8d2c-6fb4c1de20b1', 'The id of the event, and the `webhook-id` of each attempt.'],
    type: ['order.paid'],
    sequence: [1042],
    state: ['delivered', 'Failed: it was tried for three days.'],
    attempts: [1],
    nextAt: [null, 'The next attempt.'],
    lastAt: ['2026-05-16T09:00:01.000Z'],
    status: [204, 'The status of the last answer. Null: there was none.'],
    durationMs: [120],
    answer: ['', 'The first 2 kB of the last answer.'],
    problem: [null, 'Why there was no answer.'],
  },
);

const endpoint = {
  path: 'integration/v1/webhook-endpoints/:reference',
  access: 'integration',
  scopes: ['webhooks:write'],
  params: byReference('back-office'),
} as const;

/** An endpoint gets what `GET events` shows, so a key that may not read it sends it nowhere. */
const sending = { ...endpoint, scopes: ['webhooks:write', 'events:read'] } as const;

export const listWebhookEndpoints = call({
  name: 'webhookEndpoints.list',
  summary: 'The addresses that are called with each event',
  method: 'GET',
  path: 'integration/v1/webhook-endpoints',
  access: 'integration',
  scopes: ['webhooks:write'],
  answer: z.object({ items: z.array(WebhookEndpoint) }),
});

export const getWebhookEndpoint = call({
  ...endpoint,
  name: 'webhookEndpoints.get',
  summary: 'One address that is called with each event',
  method: 'GET',
  answer: WebhookEndpoint,
});

export const putWebhookEndpoint = call({
  ...sending,
  name: 'webhookEndpoints.put',
  summary: 'Create an address that is called with each event from now on, or change it. A new one has its secret',
  method: 'PUT',
  creates: true,
  body: WebhookEndpointRow,
  answer: WebhookEndpoint,
});

export const deleteWebhookEndpoint = call({
  ...endpoint,
  name: 'webhookEndpoints.delete',
  summary: 'Remove an address with its deliveries. The answer is the endpoint as it was',
  method: 'DELETE',
  answer: WebhookEndpoint,
});

export const rotateWebhookSecret = call({
  ...endpoint,
  name: 'webhookEndpoints.rotate',
  summary: 'Get a new secret. For the overlap each request is signed with both',
  method: 'POST',
  path: 'integration/v1/webhook-endpoints/:reference/secret',
  body: z.strictObject({
    overlapHours: z
      .number()
      .int()
      .min(0)
      .max(168)
      .default(24)
      .meta({
        description: 'How long the old secret signs too.',
        examples: [24],
      }),
  }),
  answer: WebhookEndpoint,
});

export const testWebhook = call({
  ...endpoint,
  name: 'webhookEndpoints.test',
  summary: 'Send a test event to this address',
  method: 'POST',
  path: 'integration/v1/webhook-endpoints/:reference/test',
  answer: documented(z.object({ event: Guid }), {
    event: ['5b1f7a3f-90a0-4a8e-8d2c-6fb4c1de20b1', 'The id of the test event.'],
  }),
});

export const listWebhookDeliveries = call({
  ...endpoint,
  name: 'webhookDeliveries.list',
  summary: 'What was sent to an address, and what waits, the newest first',
  method: 'GET',
  path: 'integration/v1/webhook-endpoints/:reference/deliveries',
  query: z.strictObject({
    limit: PageLimit.meta({ description: 'The most of one page.' }),
    cursor: z.string().optional().meta({ description: 'The `next` of the page before, with the same filters.' }),
    state: z.enum(['waiting', 'delivered', 'failed']).optional().meta({ description: 'Only those in this state.' }),
  }),
  answer: pageOf(WebhookDelivery),
});

export const replayWebhook = call({
  ...sending,
  name: 'webhookDeliveries.replay',
  summary: 'Send events to an address again: those of a span, or one alone',
  method: 'POST',
  path: 'integration/v1/webhook-endpoints/:reference/replay',
  body: z
    .strictObject({
      from: z
        .number()
        .int()
        .min(1)
        .meta({ description: 'The `sequence` of the first event.', examples: [1] }),
      to: z
        .number()
        .int()
        .min(1)
        .meta({ description: 'The `sequence` of the last event. It is not smaller than `from`.', examples: [1] }),
    })
    .check(({ value: { from, to }, issues }) => {
      if (to < from) issues.push({ code: 'too_small', origin: 'number', minimum: from, path: ['to'], input: to });
    }),
  answer: documented(z.object({ events: z.number().int() }), {
    events: [1, 'How many events of its types are sent again.'],
  }),
});
