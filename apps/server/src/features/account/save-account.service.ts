import type { Account, saveAccount as saveAccountCall } from '@quayside/contract/account/account.ts';
import {
  type AccountField,
  type AccountProblem,
  type AccountValues,
  accountProblems,
  lockedAccountFields,
} from '@quayside/contract/account/account-fields.ts';
import type { CallArguments } from '@quayside/contract/shared/call.ts';
import type { TenantDb } from '../../db/client.ts';
import type { AccountContext } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import { matchesVersion } from '../../http/requests/if-match.ts';
import { requireRecentSignIn } from '../../http/limits/recent-sign-in.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { readChoices } from '../consent/consent.exports.ts';
import { auditConsents, recordConsents } from '../consent/consent.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { countriesIn } from '../tenant/tenant.exports.ts';
import { columnsOf, detailsOf, changedFields, mergeSent, normaliseDetails } from './account-details.rules.ts';
import { recordAccountEvents } from './account-events.service.ts';
import { lockAccount } from './account-rows.queries.ts';
import { keepOpenAccount } from './keep-open-account.service.ts';
import { updateAccount } from './account.queries.ts';
import { loadAccountWithConsents } from './account.service.ts';
import { isLandline } from './telephones.rules.ts';

type Sent = CallArguments<typeof saveAccountCall>['body'];

export interface SavedAccount {
  account: Account;
  warnings: 'mobileIsLandline'[];
}

/** Saves details and consents of the session's account together. @throws CallError as the call's docstring says */
export async function saveAccount(ctx: AccountContext, { account: sent, consentGroups }: Sent): Promise<SavedAccount> {
  const { db, tenant, clock, account } = ctx;
  const choices = readChoices(consentGroups);
  const permission = 'showNotificationPreferences';
  if (choices.size > 0 && !tenant.settings.permissions[permission])
    throw new CallError('FEATURE_DISABLED', { values: { permission } });
  const warnings = await db.transaction().execute(async (trx) => {
    await keepOpenAccount(trx, tenant.id, account.id);
    const saved = await saveDetails(trx, ctx, sent);
    const whose = { tenantId: tenant.id, accountId: account.id };
    const origin = { source: 'portal', emailMessageId: null } as const;
    const consents = await recordConsents(trx, whose, choices, origin, clock.now());
    if (saved.changed.length > 0) await recordAccountEvents(trx, tenant, clock.now());
    await recordSave(trx, ctx, saved.changed);
    await auditConsents(trx, ctx, account.id, consents, origin.source);
    return saved.warnings;
  });
  return { account: await loadAccountWithConsents(ctx, account.id), warnings };
}

/** Records only the names of the fields: the audit trail can't forget their values. */
async function recordSave(trx: TenantDb, ctx: AccountContext, fields: readonly AccountField[]): Promise<void> {
  if (fields.length === 0) return;
  const subject = { type: 'account', id: String(ctx.account.id) };
  await auditRequest(ctx, { event: 'account.save', subject, details: { fields } }, trx);
}

async function saveDetails(
  trx: TenantDb,
  ctx: AccountContext,
  sent: Sent['account'],
): Promise<{ warnings: SavedAccount['warnings']; changed: readonly AccountField[] }> {
  const row = await lockAccount(trx, ctx.tenant.id, ctx.account.id);
  const stored = detailsOf(row);
  const values = mergeSent(stored, sent);
  refuseOldVersion(ctx, row.version, values, stored);
  refuseWrongFields(ctx, values, stored);
  const settled = await normaliseDetails(values, stored, countriesIn(ctx.language));
  const changed = changedFields(settled, stored);
  if (changed.length === 0) return { warnings: [], changed };
  if (changed.includes('email')) requireRecentSignIn(ctx);
  await updateAccount(trx, ctx.tenant.id, ctx.account.id, {
    ...columnsOf(settled, changed),
    version: row.version + 1,
  });
  if (changed.includes('email')) await tellOldAddress(trx, ctx, stored.email, settled.email);
  const typed = changed.includes('mobile') && (await isLandline(settled.mobile, settled.countryCode));
  return { warnings: typed ? ['mobileIsLandline'] : [], changed };
}

/** Refuses an old version: with two windows open, the second to save learns of the first one's change (decision X9). */
function refuseOldVersion({ request }: AccountContext, version: number, values: AccountValues, stored: AccountValues) {
  if (matchesVersion(request.ifMatch, String(version))) return;
  const changed = changedFields(values, stored);
  if (changed.length === 0) return;
  const now = Object.fromEntries(changed.map((field) => [field, stored[field]]));
  throw new CallError('ACCOUNT_CHANGED', { meta: { ...now, version: String(version) } });
}

function refuseWrongFields(ctx: AccountContext, values: AccountValues, stored: AccountValues): void {
  const { tenant, language } = ctx;
  const locked = lockedAccountFields(tenant.settings.permissions);
  const touched = changedFields(values, stored).filter((field) => locked.has(field));
  if (touched.length > 0) throw fieldErrors('FIELD_LOCKED', ctx, Object.fromEntries(touched.map((f) => [f, 'locked'])));
  const titles = tenant.settings.lookups.titles;
  const problems = accountProblems(values, { locked, titles, countries: countriesIn(language), stored });
  if (Object.keys(problems).length > 0) throw fieldErrors('INVALID_REQUEST', ctx, problems);
}

function fieldErrors(
  code: 'FIELD_LOCKED' | 'INVALID_REQUEST',
  { tenant, language }: AccountContext,
  problems: { [Field in AccountField]?: AccountProblem | 'locked' },
): CallError {
  const fields = Object.entries(problems).map(([field, problem]) => ({
    errorCode: problem,
    fieldName: `account.${field}`,
    message: tenantText(tenant, language, `account.problems.${problem}`),
  }));
  return new CallError(code, { fields, values: { field: Object.keys(problems).join(', ') } });
}

/**
 * Tells the old address: an intruder at the portal would change it first, and the owner still reads mail there
 * (decision C5.10).
 */
async function tellOldAddress(
  trx: TenantDb,
  { tenant, account, language, clock }: AccountContext,
  before: string,
  after: string,
): Promise<void> {
  if (before === '' || before.toLowerCase() === after.toLowerCase()) return;
  const mail = { kind: 'email-changed', recipient: before, language, accountId: account.id } as const;
  await queueMail(trx, tenant, mail, clock.now());
}
