import type { FastifyRequest } from 'fastify';
import type { RequestInfo } from './context.ts';
import { originOf } from './host-header.ts';
import { readIfMatch } from './if-match.ts';
import { deviceCookie, payerCookie, signerCookie, signOnCookie } from './cookie-names.ts';

/** Returns the first value of a header or query parameter that may be repeated, or be no text at all. */
export function firstText(value: unknown): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
}

/** Returns the facts of a request for handlers, cut to lengths that can be stored. */
export function requestInfo(request: FastifyRequest): RequestInfo {
  return {
    id: request.id,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
    accept: (request.headers.accept ?? '*/*').slice(0, 2048),
    origin: originOf(request),
    isSecure: request.protocol === 'https',
    idempotencyKey: firstText(request.headers['idempotency-key'])?.slice(0, 200) ?? null,
    ifMatch: readIfMatch(firstText(request.headers['if-match'])),
    secFetchSite: firstText(request.headers['sec-fetch-site']) ?? null,
    signOnToken: request.cookies[signOnCookie] ?? null,
    signerKey: request.cookies[signerCookie] ?? null,
    payerToken: request.cookies[payerCookie] ?? null,
    deviceToken: request.cookies[deviceCookie] ?? null,
  };
}
