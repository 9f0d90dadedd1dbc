import type { putWebhookEndpoint } from '@quayside/contract/integration/events/webhooks.ts';
import type { CallArguments } from '@quayside/contract/shared/call.ts';
import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import type { IntegrationContext } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { hour } from '../../lib/time/durations.ts';
import { type PrivateHosts, refuseUrl } from '../../providers/webhooks/send-webhook.ts';
import type { AuditEvent } from '../audit/audit.exports.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { recordEvents } from '../events/events.service.ts';
import { renewDeliveries, repeatDeliveries } from './deliveries.queries.ts';
import {
  deleteEndpoint,
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  lastEvent,
  lockEndpoint,
  lockEndpoints,
  readSecrets,
  storeSecrets,
  updateEndpoint,
} from './endpoints.queries.ts';
import { wakeSender } from './send-webhooks.service.ts';
import { makeSecret } from './signature.rules.ts';

/** Finds an endpoint. @throws CallError NOT_FOUND */
export async function loadEndpoint({ db, tenant }: Pick<IntegrationContext, 'db' | 'tenant'>, reference: string) {
  const row = await findEndpoint(db, tenant.id, reference);
  if (!row) throw notFound();
  return row;
}

type Row = CallArguments<typeof putWebhookEndpoint>['body'];

/**
 * Makes an endpoint, which gets the events from now on, or changes it. One that is turned on again, or has
 * another address, gets at once what waits.
 * @returns the endpoint, and the secret of a new one
 * @throws CallError INVALID_REQUEST for an address that may not be called
 */
export async function saveEndpoint(
  ctx: IntegrationContext,
  reference: string,
  { url, types, isOn }: Row,
  privateHosts: PrivateHosts,
): Promise<{ row: EndpointRow; secret: string | null }> {
  const refusal = refuseUrl(url, privateHosts);
  if (refusal !== null)
    throw new CallError('INVALID_REQUEST', {
      fields: [{ errorCode: refusal, fieldName: 'url' }],
      values: { field: 'url' },
    });
  const { tenant, clock } = ctx;
  const off_reason = isOn ? null : 'office';
  const saved = await ctx.db.transaction().execute(async (trx) => {
    await lockEndpoints(trx, tenant.id);
    const stored = await findEndpoint(trx, tenant.id, reference);
    const secret = stored ? null : makeSecret();
    const isThere = stored?.url === url && (stored.off_reason === null) === isOn;
    const isSame = isThere && String(stored.types) === String(types);
    if (stored && !isSame) {
      const afresh = isThere ? {} : { failing_since: null, resume_at: null };
      await updateEndpoint(trx, tenant.id, stored.id, { url, types, off_reason, ...afresh });
      if (!isThere) await renewDeliveries(trx, stored, clock.now());
      if (isOn) await wakeSender(trx, stored);
    }
    if (secret !== null)
      await insertEndpoint(trx, {
        tenant_id: tenant.id,
        id: await takeNumbers(trx, tenant.id, 'webhook-endpoint'),
        reference,
        url,
        types,
        off_reason,
        secrets: {
          current: secret,
          previous: null,
        },
        sent_up_to: await lastEvent(trx, tenant.id),
        created_at: clock.now(),
      });
    const row = await findEndpoint(trx, tenant.id, reference);
    if (!row) throw notFound();
    if (!isSame) await record({ ...ctx, db: trx }, stored ? 'webhook.changed' : 'webhook.created', reference, { url });
    return { row, secret };
  });
  if (saved.secret !== null) ctx.answerCreated();
  return saved;
}

/** Deletes an endpoint. A request that is under way is its last one. @returns the endpoint as it was */
export async function removeEndpoint(ctx: IntegrationContext, reference: string): Promise<EndpointRow> {
  const { tenant } = ctx;
  return ctx.db.transaction().execute(async (trx) => {
    await lockEndpoints(trx, tenant.id);
    const row = await loadEndpoint({ db: trx, tenant }, reference);
    // The sender adds deliveries under this lock.
    await lockEndpoint(trx, tenant.id, row.id);
    await deleteEndpoint(trx, tenant.id, row.id);
    await record({ ...ctx, db: trx }, 'webhook.deleted', reference, { url: row.url });
    return row;
  });
}

/** Replaces the secret. For the overlap both sign. @returns the endpoint and its new secret */
export async function rotateSecret(ctx: IntegrationContext, reference: string, overlapHours: number) {
  const { tenant, clock } = ctx;
  return ctx.db.transaction().execute(async (trx) => {
    await lockEndpoints(trx, tenant.id);
    const row = await loadEndpoint({ db: trx, tenant }, reference);
    const { current: old } = await readSecrets(trx, tenant.id, row.id);
    const endsAt = new Date(clock.now().getTime() + overlapHours * hour).toISOString();
    const secret = makeSecret();
    await storeSecrets(trx, tenant.id, row.id, { current: secret, previous: { secret: old, endsAt } });
    await record({ ...ctx, db: trx }, 'webhook.rotated', reference, { endsAt });
    return { row, secret };
  });
}

/** Records a test event, which goes to this endpoint alone. @returns its id */
export async function sendTestEvent(ctx: IntegrationContext, reference: string): Promise<string> {
  await loadEndpoint(ctx, reference);
  const test = { type: 'webhook.test', reference: null, object: { endpoint: reference } } as const;
  const [id = ''] = await recordEvents(ctx.db, ctx.tenant.id, [test], ctx.clock.now());
  return id;
}

/** Sends the events of a span again. @returns how many */
export async function replay(
  ctx: IntegrationContext,
  reference: string,
  span: { from: number; to: number },
): Promise<number> {
  const { tenant, clock } = ctx;
  return ctx.db.transaction().execute(async (trx) => {
    const row = await loadEndpoint({ db: trx, tenant }, reference);
    const events = await repeatDeliveries(trx, row, span, clock.now());
    await wakeSender(trx, row);
    return events;
  });
}

async function record(
  ctx: IntegrationContext & { db: TenantDb },
  event: AuditEvent,
  reference: string,
  details: Record<string, string>,
): Promise<void> {
  const actor = { kind: 'integration', key: ctx.key.id, name: ctx.key.name } as const;
  await auditRequest(ctx, { event, actor, subject: { type: 'webhook-endpoint', id: reference }, details });
}
