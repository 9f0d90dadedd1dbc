import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** For what never changes under its address. */
export const forEver = 'public, max-age=31536000, immutable';

/** Names a content by what is in it. */
export function entityTag(content: string | Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
}

/** As Fastify's onSend hook, for a cacheable call: kept for ever under its `t`, without one asked for again each time. */
export async function cacheAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const { t } = request.query as { t?: string };
  const tag = entityTag(payload);
  reply.header('cache-control', t === undefined ? 'no-cache' : forEver).header('etag', tag);
  if (request.headers['if-none-match'] !== tag) return payload;
  reply.status(304).removeHeader('content-length');
  return null;
}
