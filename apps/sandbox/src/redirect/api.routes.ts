import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { text as textUpTo } from '../http/text.ts';
import { type ProviderAnswer, sendAnswer } from '../provider-answer.ts';
import { answerMerchant } from '../hosted/answer.ts';
import type { Sandbox } from '../sandbox.ts';
import { authenticateRedirectMerchant, type RedirectMerchant } from './merchants.ts';
import {
  changePayment,
  createPayment,
  findByReference,
  findPayment,
  isOpen,
  type RedirectPayment,
  refundedOf,
  refundPayment,
  refundsOf,
} from './payments.ts';
import { tellMerchant } from './events.ts';

const text = textUpTo(200).trim();
const address = z.url({ protocol: /^https?$/ }).max(2000);

const NewPayment = z.strictObject({
  amount: z.number().int().min(1).max(99_999_999_999),
  currency: z.string().regex(/^[A-Z]{3}$/),
  reference: z.string().regex(/^[A-Za-z0-9-]{8,64}$/),
  description: text.min(1),
  returnUrl: address,
  cancelUrl: address,
  /** The time at which the page closes; at most an hour from now, which is the default. */
  expiresAt: z.iso.datetime().optional(),
  customer: z.strictObject({
    firstName: text.optional(),
    lastName: text.optional(),
    email: z.email().optional(),
    phone: text.optional(),
    address1: text.optional(),
    town: text.optional(),
    postcode: text.optional(),
    country: z.string().length(2).optional(),
  }),
  testMode: z.boolean(),
});

/** Adds the calls of merchants' servers. The key is never for browsers. */
export function routeRedirectApi(app: FastifyInstance, sandbox: Sandbox): void {
  const { database } = sandbox;
  const now = () => sandbox.clock.now();
  const findOwn = (id: string, { merchantId }: RedirectMerchant) => {
    const found = findPayment(database, id, now());
    return found?.merchantId === merchantId ? found : undefined;
  };

  app.post('/payments', (request, reply) =>
    asMerchant(sandbox, request, reply, 'redirect.create', (merchant) => create(sandbox, merchant, request)),
  );
  app.get('/payments', (request, reply) =>
    asMerchant(sandbox, request, reply, 'redirect.search', ({ merchantId }) => {
      const { reference } = request.query as { reference?: string };
      if (reference === undefined) return refusal(400, 'invalid_request', 'reference is missing');
      return known(sandbox, findByReference(database, { merchantId, reference, now: now() }));
    }),
  );
  app.get<{ Params: { id: string } }>('/payments/:id', (request, reply) =>
    asMerchant(sandbox, request, reply, 'redirect.read', (merchant) =>
      known(sandbox, findOwn(request.params.id, merchant)),
    ),
  );
  app.post<{ Params: { id: string } }>('/payments/:id/cancel', (request, reply) =>
    asMerchant(sandbox, request, reply, 'redirect.cancel', (merchant) => {
      const payment = findOwn(request.params.id, merchant);
      if (payment === undefined) return known(sandbox, undefined);
      if (!isOpen(payment)) return refusal(409, 'already_final', `The payment is ${payment.status}.`);
      tellMerchant(sandbox, changePayment(database, payment, { status: 'cancelled' }));
      return { status: 204 };
    }),
  );
  app.post<{ Params: { id: string } }>('/payments/:id/refunds', (request, reply) =>
    asMerchant(sandbox, request, reply, 'redirect.refund', (merchant) =>
      refund(sandbox, findOwn(request.params.id, merchant), request),
    ),
  );
}

const NewRefund = z.strictObject({
  amount: z.number().int().min(1),
  /** The merchant's own reference of the refund, and its key. Without one every call is another refund. */
  reference: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,64}$/)
    .optional(),
});

/** Refunds a completed payment, up to the part that is left. The same key with the same body is the same refund. */
function refund(sandbox: Sandbox, payment: RedirectPayment | undefined, request: FastifyRequest): ProviderAnswer {
  if (payment === undefined) return known(sandbox, undefined);
  const parsed = NewRefund.safeParse(request.body);
  if (!parsed.success) return refusal(400, 'invalid_request', 'amount has to be whole minor units');
  const { database, clock } = sandbox;
  const { amount, reference = null } = parsed.data;
  if ((request.headers['idempotency-key'] ?? null) !== reference)
    return refusal(400, 'invalid_request', 'Idempotency-Key has to be the reference.');
  const earlier = refundsOf(database, payment).find((each) => reference !== null && each.reference === reference);
  if (earlier && earlier.amount !== amount)
    return refusal(409, 'idempotency_conflict', 'The key was used with another request.');
  if (earlier) return { status: 200, body: { ...known(sandbox, payment).body, refundId: earlier.id } };
  const left = payment.request.amount - refundedOf(database, payment);
  if (payment.status !== 'success' || amount > left)
    return refusal(
      409,
      'not_refundable',
      `Of the payment ${payment.status === 'success' ? left : 0} can be given back.`,
    );
  const made = refundPayment(database, payment, { amount, reference, now: clock.now() });
  tellMerchant(sandbox, payment);
  return { status: 201, body: { ...known(sandbox, payment).body, refundId: made.id } };
}

/** Refuses strangers and browsers, then does the work under the merchant's faults. */
function asMerchant(
  sandbox: Sandbox,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: string,
  work: (merchant: RedirectMerchant) => ProviderAnswer,
): FastifyReply | Promise<FastifyReply> {
  const merchant = authenticateRedirectMerchant(sandbox.database, request.headers.authorization);
  if (merchant === undefined || request.headers.origin !== undefined) {
    return sendAnswer(reply, refusal(401, 'unauthorised', 'The key is not known here.'));
  }
  return answerMerchant(sandbox, reply, { operation, accountId: merchant.merchantId }, () => work(merchant));
}

/** Creates a payment. The same key with the same body is the same payment; with another body it is an error. */
function create(sandbox: Sandbox, { merchantId }: RedirectMerchant, request: FastifyRequest): ProviderAnswer {
  const { database, clock } = sandbox;
  const parsed = NewPayment.safeParse(request.body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refusal(400, 'invalid_request', `${issue?.path.join('.')}: ${issue?.message}`);
  }
  const newPayment = parsed.data;
  if (request.headers['idempotency-key'] !== newPayment.reference) {
    return refusal(400, 'invalid_request', 'Idempotency-Key has to be the reference.');
  }
  const now = clock.now();
  const earlier = findByReference(database, { merchantId, reference: newPayment.reference, now });
  if (earlier === undefined) {
    return { status: 201, body: started(sandbox, createPayment(database, { merchantId, request: newPayment, now })) };
  }
  const isSame = JSON.stringify(earlier.request) === JSON.stringify(newPayment);
  if (!isSame) return refusal(409, 'idempotency_conflict', 'The key was used with another request.');
  return { status: 200, body: started(sandbox, earlier) };
}

const started = ({ origins }: Sandbox, { id, status }: RedirectPayment) => ({
  paymentId: id,
  status,
  nextUrl: `${origins.redirect}/pay/${id}`,
});

function known({ database }: Sandbox, payment: RedirectPayment | undefined): ProviderAnswer {
  if (payment === undefined) return refusal(404, 'not_found', 'There is no such payment.');
  const { id, status, code, message, request } = payment;
  const { reference, amount, currency } = request;
  const refundedAmount = refundedOf(database, payment);
  const refunds = refundsOf(database, payment).map((each) => ({
    refundId: each.id,
    reference: each.reference,
    amount: each.amount,
  }));
  const body = { paymentId: id, reference, status, amount, currency, refundedAmount, refunds, code, message };
  return { status: 200, body };
}

const refusal = (status: number, code: string, message: string): ProviderAnswer => ({
  status,
  body: { code, message },
});
