import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { key, secret } from '../control/fields.ts';
import type { Sandbox } from '../sandbox.ts';
import { readClearAcceptBooks } from './books.ts';
import { findMerchantByAccount, registerClearAcceptMerchant, threeDsModes } from './merchants.ts';
import { findRequest, storeRequest, type Transaction } from './payment-requests.ts';

const NewMerchant = z.strictObject({
  clientId: key,
  clientSecret: secret,
  platformId: key,
  merchantId: key,
  merchantAccountId: key,
  name: z.string().min(1).max(100),
  currency: z.string().regex(/^[A-Z]{3}$/),
  threeDs: z.enum(threeDsModes).default('beforeConfirm'),
});
const BooksQuery = z.strictObject({ merchantAccountId: key });
const Decision = z.strictObject({ paymentRequestId: z.string(), status: z.enum(['Approved', 'Declined', 'Voided']) });

const DeclinedRefund = z.strictObject({ paymentRequestId: z.string(), transactionId: z.string() });

/** Adds the switches of the second card provider, below `/_sandbox/clear-accept`. */
export function routeClearAcceptControl(control: FastifyInstance, sandbox: Sandbox): void {
  const { database } = sandbox;
  control.post('/clear-accept/merchants', (request, reply) => {
    const merchant = NewMerchant.parse(request.body);
    if (registerClearAcceptMerchant(database, merchant)) {
      const { clientSecret: _, ...told } = merchant;
      return reply.code(201).send(told);
    }
    return reply.code(409).send({ message: 'The client or the account belongs to another merchant.' });
  });

  control.get('/clear-accept/books', (request, reply) => {
    const merchant = findMerchantByAccount(database, BooksQuery.parse(request.query).merchantAccountId);
    return merchant === undefined ? unknown(reply) : reply.send(readClearAcceptBooks(sandbox, merchant));
  });

  // Decides a payment that the bank left pending. A voided one is authorised, and its capture never comes.
  control.post('/clear-accept/decisions', (request, reply) => {
    const { paymentRequestId, status } = Decision.parse(request.body);
    const found = findRequest(database, paymentRequestId);
    if (found === undefined) return unknown(reply);
    const decided = found.transactions.map((each) =>
      each.Status === 'Pending' ? { ...each, Status: status === 'Voided' ? 'Approved' : status } : each,
    );
    const transactions = status === 'Voided' ? [...decided, ...decided.map(voidOf)] : decided;
    storeRequest(database, { ...found, transactions });
    return { paymentRequestId, status };
  });

  // Declines a refund that was approved, as a bank does that can't reach the payer. The merchant has the money again.
  control.post('/clear-accept/decline-refund', (request, reply) => {
    const { paymentRequestId, transactionId } = DeclinedRefund.parse(request.body);
    const found = findRequest(database, paymentRequestId);
    const isRefund = ({ TransactionId, Type }: Transaction) => TransactionId === transactionId && Type === 'Refund';
    if (!found?.transactions.some(isRefund)) return unknown(reply);
    const transactions = found.transactions.map((each) =>
      isRefund(each) ? { ...each, Status: 'Declined' as const } : each,
    );
    storeRequest(database, { ...found, transactions });
    return { transactionId, status: 'Declined' };
  });
}

const voidOf = ({ ReferenceId, Amount }: Transaction): Transaction => ({
  TransactionId: `tx_${randomUUID()}`,
  ReferenceId,
  Type: 'Void',
  Amount,
  Status: 'Approved',
});

const unknown = (reply: FastifyReply) => reply.code(404).send({ message: 'No merchant and no request has this name.' });
