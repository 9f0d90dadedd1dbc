import type { ConsentGroup, ConsentSource, sendConsentLink } from '@quayside/contract/account/consent.ts';
import type { TenantDb } from '../../db/client.ts';
import type { OpenCallLimit } from '../../http/limits/call-limits.ts';
import type { AccountContext, Context } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { findOrCountMiss, type Limit, limitRate } from '../../http/limits/rate-limit.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { findUnsubscribable, queueMail } from '../mail/mail.service.ts';
import { maskEmail } from '../../lib/texts/mask-email.ts';
import { hour } from '../../lib/time/durations.ts';
import { findAccountByConsentKey, keepAccountOfGuid, lockConsents } from './consent-accounts.queries.ts';
import type { ConsentChoices } from './consent-choices.rules.ts';
import { recordConsentEvents } from './consent-events.service.ts';
import { presentConsent } from './consent.presenter.ts';
import { insertConsent, listConsentRows } from './consent.queries.ts';

/** Only invalid keys count, so that a marina behind one address can go on. */
const wrongKeys: Limit = { name: 'consent-key', max: 60, windowMs: hour / 4 };
/** The service counts these, because only the key in the database says which account it opens. */
const changesOfAccount: Limit = { name: 'consent-change', max: 30, windowMs: hour };

/** The refusals are the same for unknown guids. */
export const linkLimits: readonly OpenCallLimit<typeof sendConsentLink>[] = [
  { name: 'consent-link-network', per: 'network', max: 60, windowMs: hour },
  { name: 'consent-link', per: ({ body }) => body.accountGuid.toLowerCase(), max: 3, windowMs: hour },
];

type Reader = Pick<Context, 'db' | 'tenant' | 'language'>;

/** The origin of a choice. */
interface Origin {
  source: ConsentSource;
  /** The id of the mail whose link led to it. */
  emailMessageId: string | null;
}

/** Returns the consent groups that the marina asks for, with an account's choices. */
export async function listConsents({ db, tenant, language }: Reader, accountId: number): Promise<ConsentGroup[]> {
  const rows = await listConsentRows(db, tenant.id, accountId);
  const currentRows = rows.filter(({ is_retired }) => !is_retired);
  return currentRows.map((row) => presentConsent(row, language, tenant.settings.culture.defaultLanguage));
}

/** The ids of the groups whose choice changed. */
export interface ChangedConsents {
  granted: number[];
  withdrawn: number[];
}

/**
 * Stores the choices that differ from the current ones, and returns them. The account's row must be locked. Nobody
 * grants a group that was retired while their page was open. A mail that was sent before still withdraws it.
 * @throws CallError INVALID_REQUEST that names a group that the tenant doesn't have
 */
export async function recordConsents(
  trx: TenantDb,
  { tenantId, accountId }: { tenantId: number; accountId: number },
  choices: ConsentChoices,
  origin: Origin,
  now: Date,
): Promise<ChangedConsents> {
  const rows = await listConsentRows(trx, tenantId, accountId);
  const unknown = [...choices.keys()].find((id) => !rows.some((row) => row.id === id));
  if (unknown !== undefined) throw new CallError('INVALID_REQUEST', { values: { field: `consentGroups ${unknown}` } });
  const changed: ChangedConsents = { granted: [], withdrawn: [] };
  for (const { id, granted: before, is_retired } of rows) {
    const granted = choices.get(id);
    if (granted === undefined || granted === (before === true) || (is_retired && granted)) continue;
    await insertConsent(trx, tenantId, { accountId, groupId: id, granted, ...origin }, now);
    changed[granted ? 'granted' : 'withdrawn'].push(id);
  }
  await recordConsentEvents(trx, { id: tenantId }, now);
  return changed;
}

/** Adds changed consents to the audit trail, at the end of the transaction that changed them. */
export async function auditConsents(
  trx: TenantDb,
  ctx: Context,
  accountId: number,
  { granted, withdrawn }: ChangedConsents,
  source: ConsentSource,
): Promise<void> {
  if (granted.length === 0 && withdrawn.length === 0) return;
  const subject = { type: 'account', id: String(accountId) };
  await auditRequest(
    ctx,
    { event: 'consent.change', accountId, subject, details: { granted, withdrawn, source } },
    trx,
  );
}

/** Changes consents of the session's account, and returns all of them. */
export async function saveConsents(ctx: AccountContext, choices: ConsentChoices): Promise<ConsentGroup[]> {
  await change(ctx, ctx.account.id, choices, { source: 'portal', emailMessageId: null });
  return listConsents(ctx, ctx.account.id);
}

export interface ConsentInfo {
  consentInfo: ConsentGroup[];
  maskedEmail: string;
}

/** Returns the account that a key opens. @throws CallError NOT_FOUND, TOO_MANY_REQUESTS */
async function accountOfKey(ctx: Context, key: string) {
  const account = await findOrCountMiss(ctx, wrongKeys, () => findAccountByConsentKey(ctx.db, ctx.tenant.id, key));
  if (!account) throw notFound();
  return account;
}

/**
 * Returns the consents for the holder of an account's consent key: without a name or an address.
 * @throws CallError NOT_FOUND
 */
export async function loadConsentInfo(ctx: Context, key: string): Promise<ConsentInfo> {
  const account = await accountOfKey(ctx, key);
  const maskedEmail = account.email === '' ? '' : maskEmail(account.email);
  return { consentInfo: await listConsents(ctx, account.id), maskedEmail };
}

/** Changes consents for the holder of an account's consent key. @throws CallError NOT_FOUND, TOO_MANY_REQUESTS */
export async function saveConsentInfo(
  ctx: Context,
  key: string,
  choices: ConsentChoices,
  emailMessageId: string | null,
): Promise<ConsentInfo> {
  const account = await accountOfKey(ctx, key);
  const { db, tenant, clock } = ctx;
  await limitRate(db, tenant.id, { limit: changesOfAccount, who: String(account.id) }, clock.now());
  await change(ctx, account.id, choices, { source: 'consent-page', emailMessageId });
  return loadConsentInfo(ctx, key);
}

/**
 * Queues the mail with the valid link, to the address on file alone. The guid is no key, because a pay link reveals
 * it.
 */
export async function mailConsentLink(ctx: Context, accountGuid: string): Promise<void> {
  const { db, tenant, clock, language } = ctx;
  await db.transaction().execute(async (trx) => {
    const account = await keepAccountOfGuid(trx, tenant.id, accountGuid.toLowerCase());
    if (!account || account.email === '') return;
    const mail = { kind: 'consent-link', recipient: account.email, language, accountId: account.id } as const;
    await queueMail(trx, tenant, mail, clock.now());
  });
}

/** Withdraws the consent that a mail was sent under. The reader's program may ask several times. */
export async function withdrawByMail(ctx: Context, token: string): Promise<void> {
  const mail = await findUnsubscribable(ctx.db, ctx.tenant.id, token);
  if (!mail) throw notFound();
  const origin: Origin = { source: 'mail', emailMessageId: mail.messageId };
  await change(ctx, mail.accountId, new Map([[mail.consentGroupId, false]]), origin);
}

async function change(ctx: Context, accountId: number, choices: ConsentChoices, origin: Origin): Promise<void> {
  const { db, tenant, clock } = ctx;
  const whose = { tenantId: tenant.id, accountId };
  await db.transaction().execute(async (trx) => {
    await lockConsents(trx, tenant.id, accountId);
    const changed = await recordConsents(trx, whose, choices, origin, clock.now());
    await auditConsents(trx, ctx, accountId, changed, origin.source);
  });
}
