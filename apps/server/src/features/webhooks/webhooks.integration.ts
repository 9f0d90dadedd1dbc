import {
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  putWebhookEndpoint,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
} from '@quayside/contract/integration/events/webhooks.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import type { PrivateHosts } from '../../providers/webhooks/send-webhook.ts';
import { parsePage, presentPage } from '../integration-rows/integration-rows.exports.ts';
import { listDeliveries } from './deliveries.queries.ts';
import { listEndpoints } from './endpoints.queries.ts';
import { presentDelivery, presentEndpoint } from './webhooks.presenter.ts';
import { loadEndpoint, removeEndpoint, replay, rotateSecret, saveEndpoint, sendTestEvent } from './webhooks.service.ts';

/** The calls of the integration API about webhooks. */
export const webhookIntegrationRoutes = (privateHosts: PrivateHosts): Route[] => [
  integrationRoute(listWebhookEndpoints, async ({ db, tenant }) => ({
    items: (await listEndpoints(db, tenant.id)).map((row) => presentEndpoint(row)),
  })),
  integrationRoute(getWebhookEndpoint, async (ctx, { params }) =>
    presentEndpoint(await loadEndpoint(ctx, params.reference)),
  ),
  integrationRoute(putWebhookEndpoint, async (ctx, { params, body }) => {
    const { row, secret } = await saveEndpoint(ctx, params.reference, body, privateHosts);
    return presentEndpoint(row, secret);
  }),
  integrationRoute(rotateWebhookSecret, async (ctx, { params, body }) => {
    const { row, secret } = await rotateSecret(ctx, params.reference, body.overlapHours);
    return presentEndpoint(row, secret);
  }),
  integrationRoute(testWebhook, async (ctx, { params }) => ({ event: await sendTestEvent(ctx, params.reference) })),
  integrationRoute(listWebhookDeliveries, async (ctx, args) => {
    const { id: endpointId } = await loadEndpoint(ctx, args.params.reference);
    const page = parsePage(listWebhookDeliveries, args);
    const filter = { endpointId, before: page.place?.id ?? null, state: args.query.state, take: page.take };
    return presentPage(await listDeliveries(ctx.db, ctx.tenant.id, filter), page, presentDelivery);
  }),
  integrationRoute(replayWebhook, async (ctx, { params, body }) => ({
    events: await replay(ctx, params.reference, body),
  })),
  integrationRoute(deleteWebhookEndpoint, async (ctx, { params }) =>
    presentEndpoint(await removeEndpoint(ctx, params.reference)),
  ),
];
