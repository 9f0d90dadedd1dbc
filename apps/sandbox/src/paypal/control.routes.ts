import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { key, nameOfMarina, secret, webhookUrl } from '../control/fields.ts';
import type { Sandbox } from '../sandbox.ts';
import { tellApproved, tellCapture, tellDispute } from './events.ts';
import { findPaypalMerchant, registerPaypalMerchant } from './merchants.ts';
import { approveOrder } from './approve.ts';
import { changeOrder, findOrder, listOrders, newId } from './orders.ts';
import { refundCapture } from './refund.ts';

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
const DisputeOfOrder = z.strictObject({
  orderId: z.string(),
  status: z.enum(['OPEN', 'UNDER_REVIEW', 'RESOLVED']),
  outcome: z.enum(['RESOLVED_BUYER_FAVOUR', 'RESOLVED_SELLER_FAVOUR']).nullable().default(null),
});

/** The switches of PayPal: who may ask, what the books say, what a payer does, and what becomes of a capture later. */
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
    const { status, body } = refundCapture(sandbox, order, { value, requestId: null });
    return reply.code(status).send(body);
  });

  control.post('/paypal/dispute', (request, reply) => {
    const { orderId, status, outcome } = DisputeOfOrder.parse(request.body);
    const order = findOrder(database, orderId);
    if (!order?.capture) return reply.code(404).send({ message: 'There is no such capture.' });
    const id = order.capture.dispute?.id ?? `PP-D-${newId().slice(0, 6)}`;
    const dispute = { id, status, outcome };
    tellDispute(sandbox, changeOrder(database, order, { capture: { ...order.capture, dispute } }));
    return reply.send(dispute);
  });
}
