import type { Scope } from '@quayside/contract/integration/scopes.ts';
import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import type { Clock, IntegrationKey, Tenant } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import { hashToken } from '../../lib/secrets/secret-token.ts';
import type { AuditActor, AuditEvent } from '../audit/audit.exports.ts';
import { appendAudit } from '../audit/audit.service.ts';
import { minute } from '../../lib/time/durations.ts';
import {
  findUsableKey,
  insertKey,
  isUsableKey,
  listKeys,
  lockKey,
  takesRealMoney,
  updateKey,
} from './integration-keys.queries.ts';
import { type KeyMode, makeKeyText } from './key-text.rules.ts';

/** The time within which the last use of a key is exact. A write for each request would cost more than it tells. */
const lastUseMs = minute;

/** The parts of a context that keys need. */
interface KeyContext {
  db: TenantDb;
  tenant: Pick<Tenant, 'id'>;
  clock: Pick<Clock, 'now'>;
}

export interface KeyDraft {
  name: string;
  mode: KeyMode;
  scopes: readonly Scope[];
  /** null: it has no end. */
  expiresAt: Date | null;
  /** A fixed secret of 32 letters and digits, for the demo. Default: a random one. */
  secret?: string;
}

export interface NewKey {
  id: number;
  /** The key itself. It is told once and stored nowhere. */
  text: string;
}

/** A test key was wanted for a marina that takes real money. */
export class TakesRealMoney extends Error {}

/** Makes a key. @throws TakesRealMoney for a test key if a provider of the marina is not in test mode */
export async function createKey({ db, ...ctx }: KeyContext, draft: KeyDraft, actor: AuditActor): Promise<NewKey> {
  return db.transaction().execute((trx) => createKeyWithin({ ...ctx, db: trx }, draft, actor));
}

/** Does the work of `createKey` in the context's own transaction. */
export async function createKeyWithin(ctx: KeyContext, draft: KeyDraft, actor: AuditActor): Promise<NewKey> {
  if (draft.mode === 'test' && (await takesRealMoney(ctx.db, ctx.tenant.id))) throw new TakesRealMoney();
  const key = await storeKey(ctx, draft, actor);
  await record(ctx, actor, 'key.created', key.id, {
    name: draft.name,
    mode: draft.mode,
    scopes: draft.scopes,
    expiresAt: draft.expiresAt?.toISOString() ?? null,
  });
  return key;
}

/**
 * Replaces a key by a new one with the same name, scopes and end. The old one works for the overlap.
 * @returns undefined if there is no such key, or it has ended
 */
export async function rotateKey(
  { db, ...ctx }: KeyContext,
  id: number,
  overlapMs: number,
  actor: AuditActor,
): Promise<(NewKey & { oldEndsAt: Date }) | undefined> {
  return db.transaction().execute(async (trx) => {
    const now = ctx.clock.now();
    const old = await lockKey(trx, ctx.tenant.id, id, now);
    if (!old) return undefined;
    const end = now.getTime() + overlapMs;
    const oldEndsAt = new Date(Math.min(end, old.expires_at?.getTime() ?? end));
    await updateKey(trx, ctx.tenant.id, id, { expires_at: oldEndsAt });
    const draft = { name: old.name, mode: old.mode, scopes: old.scopes as Scope[], expiresAt: old.expires_at };
    const key = await storeKey({ ...ctx, db: trx }, draft, actor);
    const details = { replacedBy: key.id, endsAt: oldEndsAt.toISOString() };
    await record({ ...ctx, db: trx }, actor, 'key.rotated', id, details);
    return { ...key, oldEndsAt };
  });
}

/** Ends a key at once. @returns false if there is no such key, or it has ended */
export async function revokeKey({ db, ...ctx }: KeyContext, id: number, actor: AuditActor): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const now = ctx.clock.now();
    const key = await lockKey(trx, ctx.tenant.id, id, now);
    if (!key) return false;
    await updateKey(trx, ctx.tenant.id, id, { revoked_at: now });
    await record({ ...ctx, db: trx }, actor, 'key.revoked', id, { name: key.name });
    return true;
  });
}

/** Lists a marina's keys, also those that have ended. */
export const integrationKeys = ({ db, tenant }: Pick<KeyContext, 'db' | 'tenant'>) => listKeys(db, tenant.id);

/** Finds the key of a request, and notes that it was used. undefined if it opens nothing now. */
export async function admitKey({ db, tenant, clock }: KeyContext, text: string): Promise<IntegrationKey | undefined> {
  const now = clock.now();
  const found = await findUsableKey(db, tenant.id, hashToken(text), now);
  if (!found) return undefined;
  const { id, name, mode, scopes, expires_at: expiresAt, last_used_at: lastUsedAt } = found;
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= lastUseMs)
    await updateKey(db, tenant.id, id, { last_used_at: now });
  return { id, name, mode, scopes: scopes as Scope[], expiresAt };
}

/**
 * Refuses what a key sent if the key has ended since. DANGER: a body may take a quarter of an hour to arrive, and a key
 * that was stolen is revoked meanwhile. A call with such a body must check it again before it stores anything.
 * @throws CallError API_KEY_INVALID
 */
export async function refuseEndedKey({ db, tenant, clock, key }: KeyContext & { key: IntegrationKey }): Promise<void> {
  if (!(await isUsableKey(db, tenant.id, key.id, clock.now()))) throw new CallError('API_KEY_INVALID');
}

async function storeKey({ db, tenant, clock }: KeyContext, draft: KeyDraft, actor: AuditActor): Promise<NewKey> {
  const { name, mode, scopes, expiresAt, secret } = draft;
  const text = makeKeyText(mode, tenant.id, secret);
  const id = await takeNumbers(db, tenant.id, 'integration-key');
  await insertKey(db, {
    tenant_id: tenant.id,
    id,
    name,
    mode,
    key_hash: hashToken(text),
    hint: text.slice(-4),
    scopes: [...scopes],
    created_at: clock.now(),
    created_by: 'name' in actor ? actor.name : actor.kind,
    expires_at: expiresAt,
  });
  return { id, text };
}

function record(
  { db, tenant, clock }: KeyContext,
  actor: AuditActor,
  event: AuditEvent,
  id: number,
  details: Parameters<typeof appendAudit>[2]['details'],
): Promise<void> {
  const subject = { type: 'integration-key', id: String(id) };
  const nowhere = { accountId: null, ip: null, userAgent: null };
  return appendAudit(db, tenant.id, { ...nowhere, event, actor, subject, details, at: clock.now() });
}
