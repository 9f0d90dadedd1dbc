import { apiBase } from '@quayside/contract/shared/call.ts';
import type { FastifyInstance } from 'fastify';
import { portalOrigin } from '../../features/tenant/tenant.exports.ts';
import { ownPolicy, styleHashes } from '../../http/answers/page-headers.ts';
import { requestInfo } from '../../http/requests/request-info.ts';
import type { TenantFinder } from '../../http/tenant/tenant.ts';
import type { ApiDocument, Documentation, OpenApiDocument } from './document.ts';
import { referencePage } from './reference-page.ts';

/** The page of each document that is kept, because it takes several milliseconds to draw. */
const pages = new WeakMap<OpenApiDocument, string>();

/** Serves the reference of the integration API as a page for people. It is drawn from the document. */
export function registerReference(
  app: FastifyInstance,
  { tenants }: { tenants: TenantFinder },
  describe: (kind: ApiDocument) => Documentation,
): void {
  app.get(`${apiBase}integration/v1/reference`, async (request, reply) => {
    const tenant = await tenants.find(request);
    const { origin } = requestInfo(request);
    const document = describe('integration').of(portalOrigin(tenant, origin), tenant.name);
    const html = pages.get(document) ?? referencePage(document);
    pages.set(document, html);
    return reply
      .header('content-security-policy', ownPolicy(styleHashes(html)))
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html);
  });
}
