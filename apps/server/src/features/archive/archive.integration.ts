import { exportMarina } from '@quayside/contract/integration/export.ts';
import { type FileContent, integrationRoute, type Route } from '../../http/route.ts';
import type { RouteParts } from '../feature.ts';
import { streamArchive } from './stream-archive.service.ts';

/** The call of the integration API about exports. */
export const archiveIntegrationRoutes = ({
  files,
  longReads,
  tables,
}: Pick<RouteParts, 'files' | 'longReads' | 'tables'>): Route[] => [
  integrationRoute(
    exportMarina,
    async (ctx, { query }): Promise<FileContent> => ({
      content: await streamArchive(ctx, { db: longReads().forTenant(ctx.tenant.id), files, tables }, query.after),
      fileName: `${ctx.tenant.key}.tar`,
      disposition: 'attachment',
    }),
  ),
];
