import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { key, nameOfMarina, secret, webhookUrl } from '../control/fields.ts';
import type { Sandbox } from '../sandbox.ts';
import { openDispute, resolveDispute, reversePayment, updateDispute } from './disputes.ts';
import { tellApproved, tellCapture } from './events.ts';
import { findPaypalMerchant, registerPaypalMerchant } from './merchants.ts';
import { approveOrder } from './approve.ts';
import { amountOf, hundredths, leftOf } from './money.ts';
import { changeOrder, disputeStatuses, findOrder, listOrders, outcomeCodes } from './orders.ts';
import { failRefund, refundCapture } from './refund.ts';

const NewMerchant = z.strictObject({
  clientId: key,
  clientSecret: secret,
  webhookId: key,
  webhookUrl,
  name: nameOfMarina,
});

const Approval = z.strictObject({ orderId: z.string(), outcome: z.enum(['pay', 'decline', 'review']).default('pay') });
const CaptureOutcome = z.strictObject({
  orderId: z.string(),
  status: z.enum(['COMPLETED', 'DECLINED', 'PENDING', 'FAILED', 'REFUNDED']),
});
const RefundOfOrder = z.strictObject({ orderId: z.string(), value: z.string().optional() });
const FailedRefund = z.strictObject({ orderId: z.string(), refundId: z.string() });
const wireValue = z.string().regex(/^\d{1,12}(\.\d{1,2})?$/);
const ReversalOfOrder = z.strictObject({
  orderId: z.string(),
  value: wireValue,
  /** The time after now, in seconds. */
  afterSeconds: z.number().int().min(0).default(0),
});
const DisputeOfOrder = z
  .strictObject({
    orderId: z.string(),
    /** Another dispute than the one before, about the same capture. */
    another: z.boolean().default(false),
    status: z.enum(disputeStatuses),
    /** The amount that the payer claims. Default: the whole capture. */
    value: wireValue.optional(),
    outcome: z.enum(outcomeCodes).optional(),
    /** The amount that the payer gets. Default: the amount that they claim. */
    refunded: wireValue.optional(),
    /** The refund of an earlier reversal stays when the decision changes. */
    keepsReversal: z.boolean().default(false),
    hides: z.array(z.enum(['amount_refunded', 'money_movements'])).default([]),
  })
  .refine(({ status, outcome }) => (status === 'RESOLVED') === (outcome !== undefined), {
    path: ['outcome'],
    message: 'of a resolved dispute, and of no other',
  });

/** Adds the switches of PayPal: merchants, books, the payer's acts, and the later fate of a capture. */
export function routePaypalControl(control: FastifyInstance, sandbox: Sandbox): void {
  const { database } = sandbox;
  control.post('/paypal/merchants', (request, reply) => {
    const merchant = NewMerchant.parse(request.body);
    registerPaypalMerchant(database, merchant);
    const { clientSecret: _, ...known } = merchant;
    return reply.code(201).send(known);
  });

  control.get('/paypal/books', (request, reply) => {
    const { clientId } = z.strictObject({ clientId: key }).parse(request.query);
    if (findPaypalMerchant(database, clientId) === undefined)
      return reply.code(404).send({ message: 'There is no such merchant.' });
    const orders = listOrders(database, clientId).map(({ id, status, request: asked, capture }) => ({
      id,
      status,
      reference: asked.purchase_units[0]?.custom_id,
      amount: asked.purchase_units[0]?.amount,
      capture,
    }));
    return reply.send({ orders });
  });

  control.post('/paypal/approve', (request, reply) => {
    const { orderId, outcome } = Approval.parse(request.body);
    const order = findOrder(database, orderId);
    if (order === undefined) return reply.code(404).send({ message: 'There is no such order.' });
    const approved = approveOrder(database, order, outcome);
    tellApproved(sandbox, approved);
    return reply.send({ payerId: approved.payer?.payerId });
  });

  control.post('/paypal/capture', (request, reply) => {
    const { orderId, status } = CaptureOutcome.parse(request.body);
    const order = findOrder(database, orderId);
    if (!order?.capture) return reply.code(404).send({ message: 'There is no such capture.' });
    tellCapture(sandbox, changeOrder(database, order, { capture: { ...order.capture, status } }));
    return reply.send({ captureId: order.capture.id, status });
  });

  control.post('/paypal/refund', (request, reply) => {
    const { orderId, value } = RefundOfOrder.parse(request.body);
    const order = findOrder(database, orderId);
    if (!order?.capture) return reply.code(404).send({ message: 'There is no such capture.' });
    const amount = value === undefined ? {} : { amount: { ...amountOf(order), value } };
    const { status, body } = refundCapture(sandbox, order, amount, null);
    return reply.code(status).send(body);
  });

  control.post('/paypal/fail-refund', (request, reply) => {
    const { orderId, refundId } = FailedRefund.parse(request.body);
    const order = findOrder(database, orderId);
    if (!order?.capture?.refunds?.some(({ id }) => id === refundId))
      return reply.code(404).send({ message: 'There is no such refund.' });
    failRefund(sandbox, order, refundId);
    return reply.send({ refundId, status: 'FAILED' });
  });

  control.post('/paypal/reverse', (request, reply) => {
    const { orderId, value, afterSeconds } = ReversalOfOrder.parse(request.body);
    const order = findOrder(database, orderId);
    if (!order?.capture) return reply.code(404).send({ message: 'There is no such capture.' });
    if (hundredths(value) > leftOf(order))
      return reply.code(409).send({ message: 'That much is not left of the capture.' });
    reversePayment(sandbox, order, value, { at: sandbox.clock.now() + afterSeconds * 1000 });
    return reply.send({ value });
  });

  control.post('/paypal/dispute', (request, reply) => {
    const { orderId, another, status, value, outcome, refunded, hides, keepsReversal } = DisputeOfOrder.parse(
      request.body,
    );
    const order = findOrder(database, orderId);
    if (!order?.capture) return reply.code(404).send({ message: 'There is no such capture.' });
    const before = another ? undefined : order.capture.disputes?.at(-1);
    if (before === undefined && hundredths(value ?? '0') > leftOf(order))
      return reply.code(409).send({ message: 'That much is not left of the capture.' });
    const opened =
      before === undefined
        ? openDispute(sandbox, order, { status: status === 'RESOLVED' ? 'OPEN' : status, value, hides })
        : { order, dispute: { ...before, hides } };
    if (outcome !== undefined)
      return reply.send(resolveDispute(sandbox, opened, { outcome, refunded, keepsReversal }).dispute);
    return reply.send(before === undefined ? opened.dispute : updateDispute(sandbox, opened, { status }).dispute);
  });
}
