import type { ConsentGroup, ConsentSource } from '@quayside/contract/consent.ts';
import type { TenantDb } from '../../db/client.ts';
import type { AccountContext, Context } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { findAccountByGuid, lockAccount } from '../account/account-rows.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { findUnsubscribable } from '../mail/mail.service.ts';
import { maskEmail } from '../payments/payments.presenter.ts';
import type { ConsentChoices } from './consent-choices.ts';
import { presentConsent } from './consent.presenter.ts';
import { insertConsent, listConsentRows } from './consent.queries.ts';

type Reader = Pick<Context, 'db' | 'tenant' | 'language'>;

/** Where a choice came from. */
interface Origin {
  source: ConsentSource;
  /** Of the mail whose link led to it. */
  emailMessageId: string | null;
}

/** What an account may agree to, with what it agreed to. */
export async function listConsents({ db, tenant, language }: Reader, accountId: number): Promise<ConsentGroup[]> {
  const rows = await listConsentRows(db, tenant.id, accountId);
  return rows.map((row) => presentConsent(row, language, tenant.settings.culture.defaultLanguage));
}

/** Ids of the groups whose choice changed. */
export interface ChangedConsents {
  granted: number[];
  withdrawn: number[];
}

/**
 * Records the choices that differ from what holds, and answers which these are. The account's row must be locked.
 * @throws CallError INVALID_REQUEST naming a group that the tenant doesn't have
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
  for (const { id, granted: before } of rows) {
    const granted = choices.get(id);
    if (granted === undefined || granted === (before === true)) continue;
    await insertConsent(trx, tenantId, { accountId, groupId: id, granted, ...origin }, now);
    changed[granted ? 'granted' : 'withdrawn'].push(id);
  }
  return changed;
}

/** Puts changed consents into the audit trail, at the end of the transaction that changed them. */
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

/** Changes consents of the session's account, and answers all of them. */
export async function saveConsents(ctx: AccountContext, choices: ConsentChoices): Promise<ConsentGroup[]> {
  await change(ctx, ctx.account.id, choices, { source: 'portal', emailMessageId: null });
  return listConsents(ctx, ctx.account.id);
}

export interface ConsentInfo {
  consentInfo: ConsentGroup[];
  maskedEmail: string;
}

/** What the holder of an account's guid is told: no name, no address. @throws CallError NOT_FOUND */
export async function loadConsentInfo(ctx: Context, guid: string): Promise<ConsentInfo> {
  const account = await findAccountByGuid(ctx.db, ctx.tenant.id, guid);
  if (!account) throw notFound();
  const maskedEmail = account.email === '' ? '' : maskEmail(account.email);
  return { consentInfo: await listConsents(ctx, account.id), maskedEmail };
}

/** Changes consents for the holder of an account's guid. @throws CallError NOT_FOUND */
export async function saveConsentInfo(
  ctx: Context,
  guid: string,
  choices: ConsentChoices,
  origin: Origin,
): Promise<ConsentInfo> {
  const account = await findAccountByGuid(ctx.db, ctx.tenant.id, guid);
  if (!account) throw notFound();
  await change(ctx, account.id, choices, origin);
  return loadConsentInfo(ctx, guid);
}

/** Withdraws the consent that a mail was sent under, however often its reader's program asks. */
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
    await lockAccount(trx, tenant.id, accountId);
    const changed = await recordConsents(trx, whose, choices, origin, clock.now());
    await auditConsents(trx, ctx, accountId, changed, origin.source);
  });
}
