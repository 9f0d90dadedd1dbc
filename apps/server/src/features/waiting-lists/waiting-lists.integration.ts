import type { CallArguments } from '@quayside/contract/shared/call.ts';
import {
  deleteWaitingListEntry,
  getWaitingList,
  getWaitingListEntry,
  listWaitingListEntries,
  listWaitingLists,
  moveWaitingListEntry,
  patchWaitingList,
  putWaitingList,
  putWaitingListEntry,
} from '@quayside/contract/integration/waiting-lists.ts';
import type { TenantDb } from '../../db/client.ts';
import type { IntegrationContext } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import { auditRequest } from '../audit/audit.service.ts';
import {
  doOnce,
  parsePage,
  presentPage,
  resourceRoutes,
  type TakeRows,
} from '../integration-rows/integration-rows.exports.ts';
import { moveEntry } from './move-entry.service.ts';
import { presentEntry, presentMovedEntry, presentWaitingListResource } from './waiting-list-entries.presenter.ts';
import { findEntry, pageOfEntries } from './waiting-list-entries.queries.ts';
import { findWaitingListResource, pageOfWaitingLists } from './waiting-list-resources.queries.ts';

/** The calls of the integration API about waiting lists. */
export const waitingListIntegrationRoutes = (takeRows: TakeRows): Route[] => [
  ...resourceRoutes({
    takeRows,
    kind: 'waiting-lists',
    calls: { list: listWaitingLists, get: getWaitingList, put: putWaitingList, patch: patchWaitingList },
    key: ({ reference = '' }) => ({ reference }),
    find: (db, tenantId, { reference = '' }) => findWaitingListResource(db, tenantId, reference),
    page: pageOfWaitingLists,
    present: presentWaitingListResource,
  }),
  ...resourceRoutes({
    takeRows,
    kind: 'waiting-list-entries',
    calls: { get: getWaitingListEntry, put: putWaitingListEntry, remove: deleteWaitingListEntry },
    key: ({ list = '', account = '' }) => ({ list, account }),
    keptByPut: ['position'],
    find: (db, tenantId, { list = '', account = '' }) => findEntry(db, tenantId, { list, account }),
    present: presentEntry,
  }),
  integrationRoute(listWaitingListEntries, async ({ db, tenant }, args) => {
    const { reference } = args.params;
    if (!(await findWaitingListResource(db, tenant.id, reference))) throw notFound();
    const page = parsePage(listWaitingListEntries, args);
    return presentPage(await pageOfEntries(db, tenant.id, reference, page), page, presentEntry);
  }),
  integrationRoute(moveWaitingListEntry, (ctx, args) =>
    doOnce(ctx, moveWaitingListEntry, args, (trx) => move({ ...ctx, db: trx }, args)),
  ),
];

async function move(
  ctx: IntegrationContext & { db: TenantDb },
  { params, body }: CallArguments<typeof moveWaitingListEntry>,
) {
  const moved = await moveEntry(ctx.db, ctx.tenant, { ...params, ...body }, ctx.clock.now());
  if (moved.refusal === 'not-found') throw notFound();
  if (moved.refusal !== null)
    throw refused(moved.refusal === 'there-already' ? 'is its position already' : 'is after the end of the list');
  const { entry, from, isNew } = moved;
  const actor = { kind: 'integration', key: ctx.key.id, name: ctx.key.name } as const;
  const subject = { type: 'waiting-list', id: String(entry.list_id) };
  const details = { from, to: body.position };
  if (isNew)
    await auditRequest(ctx, {
      event: 'waiting-list-entry.moved',
      actor,
      accountId: entry.account_id,
      subject,
      details,
    });
  return presentMovedEntry(entry);
}

const refused = (message: string) =>
  new CallError('ROW_REFUSED', {
    fields: [{ errorCode: 'refused', fieldName: 'position', message }],
    values: { field: 'position' },
  });
