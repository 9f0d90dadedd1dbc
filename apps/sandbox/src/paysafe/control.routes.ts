import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { key, secret, unknownAccount } from '../control/fields.ts';
import type { Sandbox } from '../sandbox.ts';
import { readBooks } from './books.ts';
import { availableToRefundModes, findAccount, registerMerchant } from './merchants.ts';

const AccountQuery = z.strictObject({ accountId: key });

const NewMerchant = z.strictObject({
  serverKey: key,
  serverSecret: secret,
  tokenKey: key,
  tokenSecret: secret,
  accountId: z.string().regex(/^\d{1,15}$/, 'Digits only'),
  currency: z.string().regex(/^[A-Z]{3}$/),
  availableToRefund: z.enum(availableToRefundModes).default('atOnce'),
});

/** Adds the switches of the card vault provider: its merchants and its books. */
export function routePaysafeControl(control: FastifyInstance, sandbox: Sandbox): void {
  const { database } = sandbox;
  control.post('/merchants', (request, reply) => {
    const merchant = NewMerchant.parse(request.body);
    if (!registerMerchant(database, merchant)) {
      return reply.code(409).send({ message: 'A key or the account belongs to another merchant.' });
    }
    const { serverKey, tokenKey, accountId, currency } = merchant;
    return reply.code(201).send({ serverKey, tokenKey, accountId, currency });
  });

  control.get('/books', (request, reply) => {
    const account = findAccount(database, AccountQuery.parse(request.query).accountId);
    return account === undefined ? reply.code(404).send(unknownAccount) : reply.send(readBooks(sandbox, account));
  });
}
