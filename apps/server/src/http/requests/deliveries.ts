import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A message that somebody's server sent, in its exact bytes, because its signature covers them. */
export interface Delivery {
  body: Buffer;
  headers: FastifyRequest['headers'];
}

/** Accepts every type of content within a scope without parsing it: each provider sends its own. */
export function acceptBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body);
}

/** Returns the exact bytes that were delivered. */
export function deliveryOf({ body, headers }: FastifyRequest): Delivery {
  return { body: Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers };
}
