import { randomUUID } from 'node:crypto';
import type { ProviderAnswer } from '../provider-answer.ts';
import { findKeptCard } from './kept-cards.ts';
import type { ClearAcceptCall, ClearAcceptOperation } from './operation.ts';
import { findRequest, type PaymentRequest, storeRequest } from './payment-requests.ts';
import { presentRequest, refundedOf, statusAt } from './presenter.ts';
import { execute } from './execution.ts';
import { notFound, parse, Refusal } from './refusal.ts';
import { Confirmation, FieldTokenOrder, NewPaymentRequest, RefundOrder } from './schemas.ts';

const path = '/payment-requests';
const fieldTokenLifeMs = 60 * 60_000;

/** All calls of the second card provider's API. */
export const clearAcceptOperations: readonly ClearAcceptOperation[] = [
  { name: 'payment-requests.create', method: 'POST', path, handle: create },
  { name: 'payment-requests.read', method: 'GET', path: `${path}/:id`, handle: read },
  { name: 'payment-requests.update', method: 'PUT', path: `${path}/:id`, handle: update },
  { name: 'payment-requests.confirm', method: 'POST', path: `${path}/:id/confirm`, handle: confirm },
  {
    name: 'payment-requests.refund',
    method: 'POST',
    path: `${path}/:id/transactions/:referenceId/refund`,
    handle: refund,
  },
  { name: 'field-tokens.create', method: 'POST', path: '/field-tokens', handle: createFieldToken },
];

function create(call: ClearAcceptCall): ProviderAnswer {
  const request: PaymentRequest = {
    id: `pr_${randomUUID()}`,
    merchantAccountId: call.merchant.merchantAccountId,
    createdAt: call.now,
    order: readOrder(call),
    transactions: [],
  };
  return show(call, 201, storeRequest(call.sandbox.database, request));
}

function readOrder(call: ClearAcceptCall): NewPaymentRequest {
  const order = parse(NewPaymentRequest, call.body);
  const { merchantAccountId, currency } = call.merchant;
  if (order.MerchantAccountId !== merchantAccountId) throw new Refusal(403, 'The account is another merchant’s.');
  if (order.Currency !== currency) throw new Refusal(400, `The account is in ${currency}.`);
  const token = order.PaymentMethod?.Token;
  if (token !== undefined && !findKeptCard(call.sandbox.database, merchantAccountId, token)) {
    throw new Refusal(400, 'The card token is not known.');
  }
  return order;
}

function read(call: ClearAcceptCall): ProviderAnswer {
  return show(call, 200, find(call));
}

/** Changes a request that is not confirmed. Anything typed into its fields before becomes void. */
function update(call: ClearAcceptCall): ProviderAnswer {
  const found = find(call);
  if (found.confirmedAt !== undefined) throw new Refusal(409, 'The payment request is confirmed already.');
  const changed = { ...found, order: readOrder(call), typed: undefined, threeds: undefined, challenge: undefined };
  return show(call, 200, storeRequest(call.sandbox.database, changed));
}

/** Executes a request once. A second confirmation shows the result of the first. */
function confirm(call: ClearAcceptCall): ProviderAnswer {
  const found = find(call);
  const { MerchantAccountId, PaymentMethod } = parse(Confirmation, call.body);
  if (MerchantAccountId !== found.merchantAccountId) throw new Refusal(403, 'The account is another merchant’s.');
  const { typed } = found;
  if (typed === undefined) throw new Refusal(400, 'The payment request has no card yet.');
  if (PaymentMethod.Token !== typed.token || PaymentMethod.CvvToken !== typed.cvvToken) {
    throw new Refusal(400, 'The card token is not the one of this payment request.');
  }
  if (found.confirmedAt !== undefined) return show(call, 200, found);
  const { request, takesMs, dropped } = execute(call, { ...found, typed }, PaymentMethod.Persist);
  return { ...show(call, 200, storeRequest(call.sandbox.database, request)), takesMs, dropped };
}

function refund(call: ClearAcceptCall): ProviderAnswer {
  const found = find(call);
  const { Amount } = parse(RefundOrder, call.body);
  const paid = found.transactions.find(({ ReferenceId }) => ReferenceId === call.params['referenceId']);
  if (paid === undefined || paid.Type !== 'Authorisation') throw new Refusal(404, 'The transaction is not known.');
  const left = statusAt(found, paid, call.now) === 'Approved' ? paid.Amount - refundedOf(found) : 0;
  if (Amount > left) throw new Refusal(400, 'The amount is more than what is left to refund.');
  const made = {
    TransactionId: `tx_${randomUUID()}`,
    ReferenceId: paid.ReferenceId,
    Type: 'Refund',
    Amount,
    Status: 'Approved',
  } as const;
  storeRequest(call.sandbox.database, { ...found, transactions: [...found.transactions, made] });
  const body = {
    PaymentRequestId: found.id,
    ...made,
    Balance: left - Amount,
    Voided: 0,
    Currency: found.order.Currency,
  };
  return { status: 201, body };
}

/** Opens the hosted fields to the one browser that gets the token. */
function createFieldToken(call: ClearAcceptCall): ProviderAnswer {
  const { PaymentRequestId } = parse(FieldTokenOrder, call.body);
  const found = findRequest(call.sandbox.database, PaymentRequestId);
  if (found?.merchantAccountId !== call.merchant.merchantAccountId) throw notFound();
  const FieldToken = call.sandbox.secrets.sign({
    use: 'fields',
    paymentRequestId: found.id,
    expiresAt: call.now + fieldTokenLifeMs,
  });
  return { status: 201, body: { PaymentRequestId: found.id, FieldToken } };
}

function find(call: ClearAcceptCall): PaymentRequest {
  const found = findRequest(call.sandbox.database, call.params['id'] ?? '');
  if (found?.merchantAccountId !== call.merchant.merchantAccountId) throw notFound();
  return found;
}

const show = (call: ClearAcceptCall, status: number, request: PaymentRequest): ProviderAnswer => ({
  status,
  body: presentRequest(call.merchant, request, call.now),
});
