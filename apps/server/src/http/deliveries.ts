import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What somebody's server sent by itself: as it came, because its signature is over the very bytes. */
export interface Delivery {
  body: Buffer;
  headers: FastifyRequest['headers'];
}

/** Takes JSON within a scope without reading it. */
export function acceptBytes(scope: FastifyInstance): void {
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
}

/** What was delivered, byte for byte. */
export function deliveryOf({ body, headers }: FastifyRequest): Delivery {
  return { body: Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers };
}
