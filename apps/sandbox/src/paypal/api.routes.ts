import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ProviderAnswer, sendAnswer } from '../provider-answer.ts';
import { answerMerchant } from '../hosted/answer.ts';
import type { Sandbox } from '../sandbox.ts';
import { captureOrder } from './capture.ts';
import { routePaypalDisputes } from './disputes.routes.ts';
import { certificatePath, eventCertificate, findEvent, isGenuine, send } from './events.ts';
import { findBySecret, findByToken, giveToken, type PaypalMerchant, tokenLifeSeconds } from './merchants.ts';
import { amountIssue, OrderRequest } from './order-request.ts';
import { presentCapture, presentOrder } from './order-presenter.ts';
import { createOrder, findByCapture, findByRequestId, findOrder, findRefund, type Order } from './orders.ts';
import type { PaypalRoute } from './paypal-route.ts';
import { RefundRequest, refundCapture } from './refund.ts';
import { presentRefund } from './refund-presenter.ts';
import { onceForRequestId } from './request-ids.ts';
import {
  malformed,
  missingRequestId,
  notAuthenticated,
  unknownResource,
  unprocessable,
  wrongClient,
} from './refusals.ts';

/** Adds the calls of merchants' servers. */
export function routePaypalApi(app: FastifyInstance, sandbox: Sandbox): void {
  const { database, clock } = sandbox;
  app.post('/v1/oauth2/token', (request, reply) => authenticate(sandbox, request, reply));

  const route: PaypalRoute = (method, url, operation, handle) =>
    void app.route({
      method,
      url,
      handler: (request, reply) => {
        const merchant = findByToken(database, request.headers.authorization, clock.now());
        if (merchant === undefined) return sendAnswer(reply, notAuthenticated());
        const faultTarget = { operation, accountId: merchant.clientId };
        return answerMerchant(sandbox, reply, faultTarget, () =>
          onceForRequestId(database, merchant, request, () => handle(merchant, request)),
        );
      },
    });

  route('POST', '/v2/checkout/orders', 'paypal.create', (merchant, request) => create(sandbox, merchant, request));
  route('GET', '/v2/checkout/orders/:id', 'paypal.read', (merchant, request) => {
    const order = ownOrder(sandbox, merchant, request);
    return order === undefined ? unknownResource() : { status: 200, body: presentOrder(sandbox, order) };
  });
  route('POST', '/v2/checkout/orders/:id/capture', 'paypal.capture', (merchant, request) => {
    const order = ownOrder(sandbox, merchant, request);
    const requestId = request.headers['paypal-request-id'];
    if (order === undefined) return unknownResource();
    if (typeof requestId !== 'string' || requestId.length > 108) return missingRequestId();
    return captureOrder(sandbox, order, { requestId, isMinimal: isMinimal(request) });
  });
  route('GET', '/v2/payments/captures/:id', 'paypal.read-capture', ({ clientId }, request) => {
    const order = findByCapture(database, clientId, (request.params as { id: string }).id);
    return order === undefined ? unknownResource() : { status: 200, body: presentCapture(sandbox, order) };
  });
  route('POST', '/v2/payments/captures/:id/refund', 'paypal.refund', ({ clientId }, request) => {
    const order = findByCapture(database, clientId, (request.params as { id: string }).id);
    const parsed = RefundRequest.safeParse(request.body ?? {});
    const requestId = request.headers['paypal-request-id'];
    if (order === undefined) return unknownResource();
    if (!parsed.success) return malformed(parsed.error);
    // Without a key every call is another refund.
    return refundCapture(sandbox, order, parsed.data, typeof requestId === 'string' ? requestId : null);
  });
  route('GET', '/v2/payments/refunds/:id', 'paypal.read-refund', ({ clientId }, request) => {
    const found = findRefund(database, clientId, (request.params as { id: string }).id);
    return found === undefined
      ? unknownResource()
      : { status: 200, body: presentRefund(sandbox, found.order, found.refund) };
  });
  routePaypalDisputes(route, sandbox);
  routeEvents(app, route, sandbox);
  route('POST', '/v1/notifications/verify-webhook-signature', 'paypal.verify', (_merchant, request) =>
    verifyEvent(sandbox, request),
  );
}

/** Adds the calls about sent events, and the public certificate that verifies them. */
function routeEvents(app: FastifyInstance, route: PaypalRoute, sandbox: Sandbox): void {
  const { database } = sandbox;
  app.get(certificatePath, (_request, reply) =>
    reply.type('application/x-x509-ca-cert').send(eventCertificate(database)),
  );
  const eventOf = (clientId: string, { params }: FastifyRequest) =>
    findEvent(database, clientId, (params as { id: string }).id);
  route('GET', '/v1/notifications/webhooks-events/:id', 'paypal.read-event', ({ clientId }, request) => {
    const event = eventOf(clientId, request);
    return event === undefined ? unknownResource() : { status: 200, body: JSON.parse(event) as object };
  });
  route('POST', '/v1/notifications/webhooks-events/:id/resend', 'paypal.resend-event', ({ clientId }, request) => {
    const event = eventOf(clientId, request);
    if (event === undefined) return unknownResource();
    send(sandbox, clientId, event);
    return { status: 202, body: JSON.parse(event) as object };
  });
}

const isMinimal = ({ headers }: FastifyRequest) => headers['prefer'] !== 'return=representation';

function ownOrder({ database }: Sandbox, { clientId }: PaypalMerchant, request: FastifyRequest): Order | undefined {
  const order = findOrder(database, (request.params as { id: string }).id);
  return order?.clientId === clientId ? order : undefined;
}

function authenticate(
  sandbox: Sandbox,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const merchant = findBySecret(sandbox.database, request.headers.authorization);
  if (merchant === undefined) return sendAnswer(reply, wrongClient());
  const { grant_type: grant } = (request.body ?? {}) as { grant_type?: string };
  if (grant !== 'client_credentials') {
    const body = { error: 'unsupported_grant_type', error_description: 'Grant Type is NULL' };
    return sendAnswer(reply, { status: 400, body });
  }
  const faultTarget = { operation: 'paypal.token', accountId: merchant.clientId };
  return answerMerchant(sandbox, reply, faultTarget, () => ({
    status: 200,
    body: {
      scope: 'https://uri.paypal.com/services/payments/payment',
      access_token: giveToken(sandbox.database, merchant, sandbox.clock.now()),
      token_type: 'Bearer',
      app_id: 'APP-SANDBOX',
      expires_in: tokenLifeSeconds,
      nonce: randomUUID(),
    },
  }));
}

/** Creates an order. The same key returns the same order, with 200 instead of 201. */
function create(sandbox: Sandbox, { clientId }: PaypalMerchant, request: FastifyRequest): ProviderAnswer {
  const { database, clock } = sandbox;
  const requestId = request.headers['paypal-request-id'];
  const parsed = OrderRequest.safeParse(request.body);
  if (!parsed.success) return malformed(parsed.error);
  if (typeof requestId !== 'string' || requestId === '' || requestId.length > 108) return missingRequestId();
  const issue = amountIssue(parsed.data);
  if (issue !== undefined) return unprocessable(issue);
  const earlier = findByRequestId(database, clientId, requestId);
  const order = earlier ?? createOrder(database, { clientId, requestId, request: parsed.data, now: clock.now() });
  return { status: earlier ? 200 : 201, body: presentOrder(sandbox, order, isMinimal(request)) };
}

const VerifyRequest = z.strictObject({
  auth_algo: z.string(),
  cert_url: z.url(),
  transmission_id: z.string(),
  transmission_sig: z.string(),
  transmission_time: z.string(),
  webhook_id: z.string(),
  webhook_event: z.looseObject({}),
});

/** Verifies an event as it was sent. The same fields in another order do not verify. */
function verifyEvent({ database }: Sandbox, request: FastifyRequest): ProviderAnswer {
  const parsed = VerifyRequest.safeParse(request.body);
  if (!parsed.success) return malformed(parsed.error);
  const { transmission_id: transmissionId, transmission_time: time, webhook_id: webhookId } = parsed.data;
  const body = JSON.stringify((request.body as { webhook_event: object }).webhook_event);
  const genuine =
    parsed.data.auth_algo === 'SHA256withRSA' &&
    isGenuine(database, { transmissionId, time, webhookId, body }, parsed.data.transmission_sig);
  return { status: 200, body: { verification_status: genuine ? 'SUCCESS' : 'FAILURE' } };
}
