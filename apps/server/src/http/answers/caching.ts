import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** For content that never changes at its address. */
export const forEver = 'public, max-age=31536000, immutable';

/** Returns a tag of a content, made from its bytes. */
export function entityTag(content: string | Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
}

/**
 * Lets a cacheable answer be kept for ever under its `t`. Without one it is checked again each time. An onSend hook
 * of Fastify.
 */
export async function cacheAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const { t } = request.query as { t?: string };
  const tag = entityTag(payload);
  reply.header('cache-control', t === undefined ? 'no-cache' : forEver).header('etag', tag);
  if (request.headers['if-none-match'] !== tag) return payload;
  reply.status(304).removeHeader('content-length');
  return null;
}
