import type { CallArguments } from '@quayside/contract/call.ts';
import { getWaitingListEntry, moveWaitingListEntry } from '@quayside/contract/integration/waiting-lists.ts';
import { permits } from '@quayside/contract/tenant.ts';
import type { TenantDb } from '../../db/client.ts';
import type { IntegrationContext } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { doOnce } from '../integration-rows/integration-rows.face.ts';
import { moveEntry } from './move-entry.service.ts';
import { presentEntry, presentMovedEntry } from './waiting-list-entries.presenter.ts';
import { findEntry } from './waiting-list-entries.queries.ts';

/** The calls of the integration API about waiting lists. */
export const waitingListIntegrationRoutes: Route[] = [
  integrationRoute(getWaitingListEntry, async ({ db, tenant }, { params }) => {
    const entry = await findEntry(db, tenant.id, params);
    if (!entry) throw notFound();
    return presentEntry(entry);
  }),
  integrationRoute(moveWaitingListEntry, (ctx, args) =>
    doOnce(ctx, moveWaitingListEntry, args, (trx) => move({ ...ctx, db: trx }, args)),
  ),
];

async function move(
  ctx: IntegrationContext & { db: TenantDb },
  { params, body }: CallArguments<typeof moveWaitingListEntry>,
) {
  // The customer could not see the place that the mail tells of.
  if (!permits(ctx.tenant.settings, 'showWaitingLists'))
    throw new CallError('FEATURE_DISABLED', { values: { permission: 'showWaitingLists' } });
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
