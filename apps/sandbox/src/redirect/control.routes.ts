import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { nameOfMarina, secret, webhookUrl } from '../control/fields.ts';
import type { Sandbox } from '../sandbox.ts';
import { tellMerchant } from './events.ts';
import { findRedirectMerchant, registerRedirectMerchant } from './merchants.ts';
import {
  changePayment,
  findByReference,
  listPayments,
  paymentStatuses,
  refundedOf,
  refundPayment,
} from './payments.ts';

/** A name that stands before a dot in credentials. */
const word = z.string().regex(/^[^.:\s]{1,80}$/, 'No blank, colon or dot');

const NewMerchant = z.strictObject({
  merchantId: word,
  secretKey: word,
  webhookSecret: secret,
  webhookUrl,
  name: nameOfMarina,
});

const Outcome = z.strictObject({
  merchantId: word,
  reference: z.string(),
  status: z.enum(paymentStatuses),
});

const Refund = z.strictObject({ merchantId: word, reference: z.string(), amount: z.number().int().min(1) });

/** Adds the switches of the redirect provider: merchants, books, and the later fate of a payment. */
export function routeRedirectControl(control: FastifyInstance, sandbox: Sandbox): void {
  const { database, clock } = sandbox;
  control.post('/redirect/merchants', (request, reply) => {
    const merchant = NewMerchant.parse(request.body);
    registerRedirectMerchant(database, merchant);
    const { merchantId, webhookUrl, name } = merchant;
    return reply.code(201).send({ merchantId, webhookUrl, name });
  });

  control.get('/redirect/books', (request, reply) => {
    const { merchantId } = z.strictObject({ merchantId: word }).parse(request.query);
    if (findRedirectMerchant(database, merchantId) === undefined)
      return reply.code(404).send({ message: 'There is no such merchant.' });
    const payments = listPayments(database, merchantId, clock.now());
    const paid = payments.filter(({ status }) => status === 'success' || status === 'disputed');
    const refunded = paid.reduce((sum, payment) => sum + refundedOf(database, payment), 0);
    return reply.send({
      charged: paid.reduce((sum, { request: { amount } }) => sum + amount, 0) - refunded,
      payments: payments.map(({ id, status, request: asked }) => ({ paymentId: id, status, ...asked })),
    });
  });

  control.post('/redirect/refund', (request, reply) => {
    const { merchantId, reference, amount } = Refund.parse(request.body);
    const payment = findByReference(database, { merchantId, reference, now: clock.now() });
    if (payment?.status !== 'success') return reply.code(404).send({ message: 'There is no such paid payment.' });
    refundPayment(database, payment, { amount, reference: null, now: clock.now() });
    tellMerchant(sandbox, payment);
    return reply.send({ paymentId: payment.id, refundedAmount: refundedOf(database, payment) });
  });

  // Any earlier status may change: the bank can have the last word, and much later.
  control.post('/redirect/outcome', (request, reply) => {
    const { merchantId, reference, status } = Outcome.parse(request.body);
    const payment = findByReference(database, { merchantId, reference, now: clock.now() });
    if (payment === undefined) return reply.code(404).send({ message: 'There is no such payment.' });
    const changed = changePayment(database, payment, { status });
    tellMerchant(sandbox, changed);
    return reply.send({ paymentId: changed.id, status: changed.status });
  });
}
