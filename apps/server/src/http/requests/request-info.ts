import type { FastifyRequest } from 'fastify';
import type { RequestInfo } from '../context.ts';
import { CallError } from '../errors.ts';
import { originOf } from '../origin/host-header.ts';
import { readIfMatch } from './if-match.ts';
import { deviceCookie, payerCookie, signerCookie, signOnCookie } from '../origin/cookie-names.ts';

/** Returns the first value of a header or query parameter that may be repeated, or be no text at all. */
export function firstText(value: unknown): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
}

/**
 * Returns an address without brackets and without the client's port, which some balancers add in `X-Forwarded-For`.
 * Each connection has another port, so it would count as another network.
 */
const addressIn = (forwarded: string): string =>
  (/^\[([^\]]+)\](?::\d+)?$/.exec(forwarded) ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(forwarded))?.[1] ?? forwarded;

const longestIdempotencyKey = 200;

/**
 * Refuses an `Idempotency-Key` that is empty or too long. Cut to a length, two keys could become one, and the second
 * request would get the answer of the first.
 */
export function refuseOddIdempotencyKey({ idempotencyKey }: RequestInfo): void {
  if (idempotencyKey === null || (idempotencyKey !== '' && idempotencyKey.length <= longestIdempotencyKey)) return;
  const fieldName = 'Idempotency-Key';
  const wrong =
    idempotencyKey === ''
      ? { errorCode: 'too_small', allowed: 1 }
      : { errorCode: 'too_big', allowed: longestIdempotencyKey };
  throw new CallError('INVALID_REQUEST', { fields: [{ ...wrong, fieldName }], values: { field: fieldName } });
}

/** Returns the facts of a request for handlers, cut to lengths that can be stored. */
export function requestInfo(request: FastifyRequest): RequestInfo {
  return {
    id: request.id,
    ip: addressIn(request.ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
    accept: (request.headers.accept ?? '*/*').slice(0, 2048),
    origin: originOf(request),
    isSecure: request.protocol === 'https',
    idempotencyKey: firstText(request.headers['idempotency-key']) ?? null,
    ifMatch: readIfMatch(firstText(request.headers['if-match']), firstText(request.headers['if-none-match'])),
    secFetchSite: firstText(request.headers['sec-fetch-site']) ?? null,
    signOnToken: request.cookies[signOnCookie] ?? null,
    signerKey: request.cookies[signerCookie] ?? null,
    payerToken: request.cookies[payerCookie] ?? null,
    deviceToken: request.cookies[deviceCookie] ?? null,
  };
}
