import type { FastifyInstance } from 'fastify';
import type { DatabaseClient } from '../db/client.ts';
import { forEver } from '../http/answers/caching.ts';
import { compress } from '../http/answers/content-encoding.ts';
import { notFound } from '../http/errors.ts';
import { styleHashes } from '../http/answers/page-headers.ts';
import type { TenantFinder } from '../http/tenant/tenant.ts';
import { findLookFile } from '../http/tenant/tenant.queries.ts';
import { lookHash } from '../lib/settings/look-files.ts';
import { negotiateEncoding } from '../lib/texts/negotiation.ts';

/** The types that are compressed already, such as PNG. */
const pixels = /^image\/(?!svg)/;

/**
 * Serves the pictures and fonts of a marina's own. Their addresses contain the hash of their content, so they never
 * change.
 */
export function registerLook(
  app: FastifyInstance,
  { database, tenants }: { database: DatabaseClient; tenants: TenantFinder },
): void {
  app.get('/look/*', async (request, reply) => {
    const path = request.url.replace(/[?#].*$/s, '');
    const hash = lookHash(path);
    const file = hash === null ? null : await findLookFile(database, (await tenants.find(request)).id, hash);
    if (!file) throw notFound();
    const styles = file.contentType === 'image/svg+xml' ? styleHashes(file.content.toString('utf8')).join(' ') : '';
    const encoding = pixels.test(file.contentType) ? 'identity' : negotiateEncoding(request.headers['accept-encoding']);
    return reply
      .type(file.contentType)
      .headers({
        'cache-control': forEver,
        'content-security-policy': `default-src 'none'; style-src ${styles || "'none'"}; frame-ancestors 'none'`,
        'cross-origin-resource-policy': 'same-site',
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      })
      .send(await compress(file.content, encoding));
  });
}
