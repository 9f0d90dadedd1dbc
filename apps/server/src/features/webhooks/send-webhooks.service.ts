import type { TenantDb } from '../../db/client.ts';
import type { JobContext } from '../../jobs/context.ts';
import { enqueueJob } from '../../jobs/enqueue.ts';
import { minute, second } from '../../lib/time/durations.ts';
import { sendWebhook, type PrivateHosts } from '../../providers/webhooks/send-webhook.ts';
import { presentEvent } from '../events/events.exports.ts';
import { queueMail } from '../mail/mail.service.ts';
import {
  addDeliveries,
  type DueDelivery,
  dueDeliveries,
  nextDelivery,
  type Outcome,
  renewDeliveries,
  storeOutcome,
  waitingSince,
} from './deliveries.queries.ts';
import { type EndpointRow, listEndpoints, lockEndpoint, readSecrets, updateEndpoint } from './endpoints.queries.ts';
import { givenUpMs, isLongOutage, isNoticeDue, nextAttempt } from './pauses.rules.ts';
import { type Secrets, signedHeaders } from './signature.rules.ts';
import { tellWebhookWatchers } from './watch-webhooks.service.ts';

/** The time that an endpoint has for its answer. */
const timeoutMs = 10 * second;
/** The requests that an endpoint gets at the same time. One that fails gets one. */
const atOnce = 4;
/** The new events that one statement looks at. */
const batch = 500;
/** The time after which a job leaves its place to another endpoint's. */
const turnMs = 20 * second;

export interface Sending {
  privateHosts: PrivateHosts;
  /** Returns a number from 0 to 1. */
  chance: () => number;
}

/** The places of the queue that the endpoints of one marina can take at the same time. `wake_webhooks` has it too. */
const lanes = 2;

/** Returns the queue of an endpoint. It runs one job at a time, and slow endpoints of a marina hold up no other's. */
const laneOf = ({ tenant_id: tenantId, id }: Pick<EndpointRow, 'tenant_id' | 'id'>) =>
  `webhooks ${tenantId} lane ${id % lanes}`;

/** Wakes the sender of an endpoint. A job that waits already keeps its time if it is to run later than that. */
export async function wakeSender(
  trx: TenantDb,
  endpoint: Pick<EndpointRow, 'tenant_id' | 'id'>,
  runAt?: Date,
): Promise<void> {
  const { tenant_id: tenantId, id } = endpoint;
  const when = runAt === undefined ? {} : { runAt, keepsTime: true };
  const job = { jobKey: `webhooks ${tenantId} ${id}`, queue: laneOf(endpoint), ...when };
  await enqueueJob(trx, 'send-webhooks', { tenantId, webhookEndpointId: id }, job);
}

/**
 * Sends what is due at an endpoint, as long as it answers and its turn lasts. The named queue runs one job of an
 * endpoint at a time. After a crash the job runs again, and what was sent without a stored outcome is sent again.
 */
export async function sendWebhooks(ctx: JobContext, endpointId: number, sending: Sending): Promise<void> {
  const { db, tenant, clock } = ctx;
  const began = performance.now();
  let endpoint = await takeNewEvents(ctx, endpointId);
  while (endpoint && !isResting(endpoint, clock.now()) && performance.now() - began < turnMs) {
    const limit = endpoint.failing_since === null ? atOnce : 1;
    const due = await dueDeliveries(db, tenant.id, { endpointId, now: clock.now(), limit });
    if (due.length === 0) break;
    const secrets = await readSecrets(db, tenant.id, endpointId);
    const to = { endpoint, secrets };
    await Promise.all(due.map((delivery) => attempt(ctx, to, delivery, sending)));
    endpoint = await takeNewEvents(ctx, endpointId);
  }
  if (!endpoint) return;
  const next = await nextDelivery(db, tenant.id, endpointId);
  const resume = endpoint.resume_at?.getTime() ?? 0;
  if (next) await wakeSender(db, endpoint, new Date(Math.max(next.getTime(), resume)));
}

const isResting = ({ resume_at }: EndpointRow, now: Date) => resume_at !== null && resume_at > now;

/** Makes a delivery for each new event. @returns the endpoint as it is now; null if nothing is to be sent */
async function takeNewEvents({ db, tenant, clock }: JobContext, endpointId: number): Promise<EndpointRow | null> {
  return db.transaction().execute(async (trx) => {
    const endpoint = await lockEndpoint(trx, tenant.id, endpointId);
    if (!endpoint || endpoint.off_reason !== null) return null;
    const last = await addDeliveries(trx, endpoint, { now: clock.now(), most: batch });
    if (last !== null) await updateEndpoint(trx, tenant.id, endpointId, { sent_up_to: last });
    return endpoint;
  });
}

async function attempt(
  ctx: JobContext,
  { endpoint, secrets }: { endpoint: EndpointRow; secrets: Secrets },
  delivery: DueDelivery,
  { privateHosts, chance }: Sending,
): Promise<void> {
  const { db, tenant, clock } = ctx;
  const data = presentEvent({ ...delivery, id: delivery.event_id });
  const body = JSON.stringify({ type: data.type, timestamp: data.occurredAt, data });
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Quayside-Webhooks/1',
    ...signedHeaders(secrets, { id: data.id, body, now: clock.now() }),
  };
  const began = performance.now();
  const answer = await sendWebhook({ url: endpoint.url, headers, body, privateHosts, timeoutMs });
  const now = clock.now();
  const isTaken = 'status' in answer && answer.status >= 200 && answer.status < 300;
  const tried = { attempts: delivery.attempts + 1, begunAt: delivery.begun_at };
  const next_at = isTaken ? null : nextAttempt(tried, now, chance());
  const state: Outcome['state'] = isTaken ? 'delivered' : next_at === null ? 'failed' : 'waiting';
  const duration_ms = Math.round(performance.now() - began);
  const facts =
    'status' in answer
      ? { status: answer.status, answer: answer.answer, problem: null }
      : { status: null, answer: null, problem: answer.problem };
  await storeOutcome(db, tenant.id, delivery, { state, next_at, last_at: now, duration_ms, ...facts });
  if (isTaken) await noteSuccess(ctx, endpoint);
  else await noteFailure(ctx, endpoint.id, { isSilent: !('status' in answer) });
}

/** An endpoint that has failed for three days or longer gets again what failed for good meanwhile. */
async function noteSuccess({ db, tenant, clock }: JobContext, endpoint: EndpointRow): Promise<void> {
  const { id, failing_since, resume_at } = endpoint;
  if (failing_since === null && resume_at === null) return;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    if (isLongOutage(failing_since, now)) await renewDeliveries(trx, endpoint, now);
    await updateEndpoint(trx, tenant.id, id, { failing_since: null, resume_at: null });
  });
}

/** An endpoint that gives no answer rests for half of the time since it fails, so that its waits cost little. */
async function noteFailure({ db, tenant, clock }: JobContext, id: number, { isSilent }: { isSilent: boolean }) {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const endpoint = await lockEndpoint(trx, tenant.id, id);
    if (!endpoint || endpoint.off_reason !== null) return;
    const since = endpoint.failing_since ?? now;
    const rest = Math.min(5 * minute, Math.max(second, (now.getTime() - since.getTime()) / 2));
    const resume_at = isSilent ? new Date(now.getTime() + rest) : endpoint.resume_at;
    await updateEndpoint(trx, tenant.id, id, { failing_since: since, resume_at });
  });
}

/**
 * Tells the office of endpoints that have failed for hours, and switches those off that have failed for five days.
 * Wakes the senders of the others, in case a wake-up was lost.
 */
export async function lookAfterEndpoints(ctx: JobContext): Promise<void> {
  const { db, tenant, clock } = ctx;
  const now = clock.now();
  const endpoints: { reference: string; seconds: number }[] = [];
  for (const { id, reference, off_reason } of await listEndpoints(db, tenant.id)) {
    if (off_reason !== null) continue;
    const since = await waitingSince(db, tenant.id, id);
    endpoints.push({ reference, seconds: since === null ? 0 : (now.getTime() - since.getTime()) / 1_000 });
    await db.transaction().execute(async (trx) => {
      const endpoint = await lockEndpoint(trx, tenant.id, id);
      if (!endpoint || endpoint.off_reason !== null) return;
      const isGivenUp =
        endpoint.failing_since !== null && now.getTime() - endpoint.failing_since.getTime() >= givenUpMs;
      if (isGivenUp) {
        await updateEndpoint(trx, tenant.id, id, { off_reason: 'failing' });
        return tellOffice(trx, ctx, { kind: 'webhook-off', webhookEndpointId: id }, now);
      }
      if (isNoticeDue(endpoint.failing_since, endpoint.failure_told_at, now)) {
        await updateEndpoint(trx, tenant.id, id, { failure_told_at: now });
        await tellOffice(trx, ctx, { kind: 'webhook-failing', webhookEndpointId: id }, now);
      }
      await wakeSender(trx, endpoint, now);
    });
  }
  tellWebhookWatchers({ tenant: tenant.key, endpoints });
}

/** Tells the marina's office. If that has no address, the operator finds it in the log. */
async function tellOffice(
  trx: TenantDb,
  { tenant, log }: JobContext,
  notice: { kind: 'webhook-off' | 'webhook-failing'; webhookEndpointId: number },
  now: Date,
): Promise<void> {
  const { contact, culture } = tenant.settings;
  if (contact.email === '') {
    log.error(notice, 'a webhook needs the office, but the marina has no e-mail address');
    return;
  }
  await queueMail(trx, tenant, { ...notice, recipient: contact.email, language: culture.defaultLanguage }, now);
}
