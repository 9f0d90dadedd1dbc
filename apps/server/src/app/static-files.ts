import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { forEver } from '../http/answers/caching.ts';
import { styleHashes } from '../http/answers/page-headers.ts';

const brands = join(import.meta.dirname, '../features/tenant/brand');

/**
 * Returns the headers of a picture that somebody opens by itself. Nothing in it runs, and it has only its own styles.
 */
function pictureHeaders(file: string): Record<string, string> {
  const styles = file.endsWith('.svg') ? styleHashes(readFileSync(file, 'utf8')).join(' ') : '';
  return {
    'content-security-policy': `default-src 'none'; style-src ${styles || "'none'"}; frame-ancestors 'none'`,
    'cross-origin-resource-policy': 'same-site',
  };
}

/** The headers of the brands' pictures by their paths, filled while the server runs. */
const headersOfPictures = new Map<string, Record<string, string>>();

function headersOf(file: string): Record<string, string> {
  const known = headersOfPictures.get(file) ?? pictureHeaders(file);
  headersOfPictures.set(file, known);
  return known;
}

/**
 * Serves files whose names change with their contents: those of the built portal, which the build compressed, and of
 * the brands.
 * @param portalFolder the folder of the built portal
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
    setHeaders: (reply, file) => reply.headers({ 'cache-control': forEver, ...headersOf(file) }),
  });
}
