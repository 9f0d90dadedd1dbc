import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ProviderAnswer, sendAnswer } from '../answer-under-faults.ts';
import { answerMerchant } from '../hosted/answer.ts';
import type { Sandbox } from '../sandbox.ts';
import { captureOrder } from './capture.ts';
import { isGenuine } from './events.ts';
import { findBySecret, findByToken, giveToken, type PaypalMerchant, tokenLifeSeconds } from './merchants.ts';
import { amountIssue, OrderRequest } from './order-request.ts';
import { presentCapture, presentDispute, presentOrder } from './order-presenter.ts';
import { createOrder, findByCapture, findByRequestId, findOrder, listOrders, type Order } from './orders.ts';
import { refundCapture } from './refund.ts';
import { malformed, missingRequestId, notAuthenticated, unknownOrder, unprocessable, wrongClient } from './refusals.ts';

/** What merchants' servers call. */
export function routePaypalApi(app: FastifyInstance, sandbox: Sandbox): void {
  const { database, clock } = sandbox;
  app.post('/v1/oauth2/token', (request, reply) => authenticate(sandbox, request, reply));

  type Handle = (merchant: PaypalMerchant, request: FastifyRequest) => ProviderAnswer;
  const route = (method: 'GET' | 'POST', url: string, operation: string, handle: Handle) =>
    app.route({
      method,
      url,
      handler: (request, reply) => {
        const merchant = findByToken(database, request.headers.authorization, clock.now());
        if (merchant === undefined) return sendAnswer(reply, notAuthenticated());
        const asked = { operation, accountId: merchant.clientId };
        return answerMerchant(sandbox, reply, asked, () => handle(merchant, request));
      },
    });

  route('POST', '/v2/checkout/orders', 'paypal.create', (merchant, request) => create(sandbox, merchant, request));
  route('GET', '/v2/checkout/orders/:id', 'paypal.read', (merchant, request) => {
    const order = ownOrder(sandbox, merchant, request);
    return order === undefined ? unknownOrder() : { status: 200, body: presentOrder(sandbox, order) };
  });
  route('POST', '/v2/checkout/orders/:id/capture', 'paypal.capture', (merchant, request) => {
    const order = ownOrder(sandbox, merchant, request);
    const requestId = request.headers['paypal-request-id'];
    if (order === undefined) return unknownOrder();
    if (typeof requestId !== 'string' || requestId.length > 108) return missingRequestId();
    return captureOrder(sandbox, order, { requestId, isMinimal: isMinimal(request) });
  });
  route('GET', '/v2/payments/captures/:id', 'paypal.read-capture', ({ clientId }, request) => {
    const order = findByCapture(database, clientId, (request.params as { id: string }).id);
    return order === undefined ? unknownOrder() : { status: 200, body: presentCapture(sandbox, order) };
  });
  route('POST', '/v2/payments/captures/:id/refund', 'paypal.refund', ({ clientId }, request) => {
    const order = findByCapture(database, clientId, (request.params as { id: string }).id);
    const parsed = RefundRequest.safeParse(request.body ?? {});
    const requestId = request.headers['paypal-request-id'];
    if (order === undefined) return unknownOrder();
    if (!parsed.success) return malformed(parsed.error);
    if (typeof requestId !== 'string' || requestId.length > 108) return missingRequestId();
    return refundCapture(sandbox, order, { value: parsed.data.amount?.value, requestId });
  });
  const disputedOf = (clientId: string) => listOrders(database, clientId).filter(({ capture }) => capture?.dispute);
  route('GET', '/v1/customer/disputes', 'paypal.disputes', ({ clientId }, request) => {
    const { disputed_transaction_id: about } = request.query as { disputed_transaction_id?: string };
    const found = disputedOf(clientId).filter(({ capture }) => about === undefined || capture?.id === about);
    return { status: 200, body: { items: found.map((order) => presentDispute(sandbox, order, false)), links: [] } };
  });
  route('GET', '/v1/customer/disputes/:id', 'paypal.disputes', ({ clientId }, request) => {
    const { id } = request.params as { id: string };
    const order = disputedOf(clientId).find(({ capture }) => capture?.dispute?.id === id);
    return order === undefined ? unknownOrder() : { status: 200, body: presentDispute(sandbox, order, true) };
  });
  route('POST', '/v1/notifications/verify-webhook-signature', 'paypal.verify', (_merchant, request) =>
    verifyEvent(sandbox, request),
  );
}

const RefundRequest = z.strictObject({
  amount: z
    .strictObject({ currency_code: z.string().length(3), value: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/) })
    .optional(),
  note_to_payer: z.string().max(255).optional(),
  invoice_id: z.string().max(127).optional(),
});

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
  const asked = { operation: 'paypal.token', accountId: merchant.clientId };
  return answerMerchant(sandbox, reply, asked, () => ({
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

/** The same key is the same order: 200 instead of 201. */
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

/** The event counts as it was sent: one that was written anew in another order is another one. */
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
