import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { findAccount } from '../merchants.ts';
import { type Answer, type Call, type Operation, readBody } from '../operation.ts';
import { resolveCard } from '../payments/payment-card.ts';
import { ProviderError } from '../provider-error.ts';
import { PaymentToken } from '../schemas.ts';

const SessionRequest = z.strictObject({
  accountId: z.union([z.number().int(), z.string().regex(/^\d{1,20}$/, 'Digits expected')]).transform(String),
  card: z.union([
    z.strictObject({ cardBin: z.string().regex(/^\d{6,8}$/, 'Six to eight digits expected') }),
    z.strictObject({ paymentToken: PaymentToken }),
  ]),
  sdk: z.strictObject({ version: z.string().max(20), type: z.string().max(40) }).optional(),
});

export const fingerprintOperations: readonly Operation[] = [
  { name: 'jwt.create', method: 'POST', path: '/threedsecure/v2/jwt', keys: ['token'], handle: create },
  {
    name: 'log.create',
    method: 'POST',
    path: '/threedsecure/v2/log',
    keys: ['token'],
    handle: () => ({ status: 200, body: {} }),
  },
];

/** Opens a session in which the bank may fingerprint the browser before an authentication. */
function create(call: Call): Answer {
  const { accountId, card } = readBody(SessionRequest, call);
  const account = findAccount(call.sandbox.database, accountId);
  if (account === undefined || account.serverKey !== call.merchant.serverKey) throw new ProviderError('5270');
  const cardBin = 'cardBin' in card ? card.cardBin : resolveCard(call, card).instrument.cardBin;
  const deviceFingerprintingId = randomUUID();
  call.sandbox.database
    .prepare('insert into fingerprint_session (id, server_key, account_id, created_at) values (?, ?, ?, ?)')
    .run(deviceFingerprintingId, call.merchant.serverKey, accountId, call.now);
  const jwt = call.sandbox.secrets.sign({
    deviceFingerprintingId,
    threeDSMethodURL: `${call.sandbox.origins.bank}/acs/method`,
    threeDSMethodNotificationURL: `${call.sandbox.origins.provider}/threedsecure/frames/method-done`,
  });
  return { status: 201, body: { id: randomUUID(), deviceFingerprintingId, jwt, card: { cardBin } } };
}

export function isFingerprintSession(database: DatabaseSync, accountId: string, id: string): boolean {
  const query = 'select 1 from fingerprint_session where id = ? and account_id = ?';
  return database.prepare(query).get(id, accountId) !== undefined;
}
