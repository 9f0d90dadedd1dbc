import { createImport, getImport } from '@quayside/contract/integration/imports.ts';
import type { IntegrationContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { integrationRoute, type Route, streamRoute } from '../../http/route.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { presentImport } from './imports.presenter.ts';
import { findImport, listProblems } from './imports.queries.ts';
import { receiveImport } from './receive-import.service.ts';

/** The calls of the integration API about imports. */
export const importIntegrationRoutes = (files: FileStorage): Route[] => [
  streamRoute(createImport, async (ctx, args, body) => {
    const { id, isNew } = await receiveImport(ctx, args, body, files);
    if (isNew) ctx.answerCreated();
    return answer(ctx, id, {});
  }),
  integrationRoute(getImport, (ctx, { params, query }) => answer(ctx, params.id, query)),
];

async function answer(
  { db, tenant }: IntegrationContext,
  id: number,
  { cursor = '0', limit = 50 }: { cursor?: string | undefined; limit?: number },
) {
  const row = await findImport(db, tenant.id, id);
  if (!row) throw notFound();
  const problems = await listProblems(db, tenant.id, { id, after: Number(cursor), take: limit + 1 });
  return presentImport(row, problems, limit);
}
