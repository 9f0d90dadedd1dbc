import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { FastifyRequest } from 'fastify';
import type { ProviderAnswer } from '../provider-answer.ts';
import type { PaypalMerchant } from './merchants.ts';
import { missingRequestId, requestIdUsed } from './refusals.ts';

/**
 * Does the work of a request, unless its `PayPal-Request-Id` has served a request with another address or body. A
 * key counts as used once its work is done.
 */
export function onceForRequestId(
  database: DatabaseSync,
  { clientId }: PaypalMerchant,
  { method, headers, url, body }: FastifyRequest,
  work: () => ProviderAnswer,
): ProviderAnswer {
  const requestId = headers['paypal-request-id'];
  if (method !== 'POST' || typeof requestId !== 'string') return work();
  if (requestId === '' || requestId.length > 108) return missingRequestId();
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([url, body ?? {}]))
    .digest('base64');
  const row = database
    .prepare('select asked from paypal_request where client_id = ? and request_id = ?')
    .get(clientId, requestId);
  if (row !== undefined && row['asked'] !== bodyHash) return requestIdUsed();
  const answer = work();
  if (answer.status < 300)
    database
      .prepare('insert into paypal_request (client_id, request_id, asked) values (?, ?, ?) on conflict do nothing')
      .run(clientId, requestId, bodyHash);
  return answer;
}
