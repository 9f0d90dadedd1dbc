import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { forEver } from './caching.ts';

const brands = join(import.meta.dirname, '../features/tenant/brand');

/** A picture that somebody opens by itself runs nothing. */
const pictureHeaders = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-site',
};

/**
 * Files whose names change with their contents: the built portal's, compressed by the build, and the brands'.
 * @param portalFolder of the built portal
 */
export async function registerFiles(app: FastifyInstance, portalFolder: string): Promise<void> {
  const shared = {
    index: false,
    wildcard: true,
    cacheControl: false,
    decorateReply: false,
    suppressWarning: true,
    schemaHide: true,
  } as const;
  await app.register(fastifyStatic, {
    ...shared,
    root: join(portalFolder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    setHeaders: (reply) => reply.headers({ 'cache-control': forEver }),
  });
  await app.register(fastifyStatic, {
    ...shared,
    root: brands,
    prefix: '/brand/',
    setHeaders: (reply) => reply.headers({ 'cache-control': forEver, ...pictureHeaders }),
  });
}
