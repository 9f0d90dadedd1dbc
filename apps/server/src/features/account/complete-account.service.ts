import type { Account } from '@quayside/contract/account/account.ts';
import {
  type AccountField,
  accountFields,
  accountProblem,
  lockedAccountFields,
} from '@quayside/contract/account/account-fields.ts';
import type { AccountContext } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { countriesIn } from '../tenant/tenant.exports.ts';
import { columnsOf, detailsOf, mergeSent, normaliseDetails } from './account-details.rules.ts';
import { recordAccountEvents } from './account-events.service.ts';
import { lockAccount } from './account-rows.queries.ts';
import { keepOpenAccount } from './keep-open-account.service.ts';
import { updateAccount } from './account.queries.ts';

type Details = { [Field in AccountField]?: string | undefined };

/**
 * Refuses details that the account form would refuse too.
 * @throws CallError INVALID_REQUEST that names the first wrong field
 */
export function checkDetails(
  { tenant, language }: Pick<AccountContext, 'tenant' | 'language'>,
  account: Pick<Account, AccountField>,
  details: Details,
): void {
  const stored = Object.fromEntries(accountFields.map((field) => [field, account[field]])) as Record<
    AccountField,
    string
  >;
  const values = mergeSent(stored, details);
  const { titles } = tenant.settings.lookups;
  const options = { locked: new Set<AccountField>(), titles, countries: countriesIn(language), stored };
  const wrong = accountFields.find(
    (field) => details[field] !== undefined && accountProblem(field, values, options) !== null,
  );
  if (wrong) throw new CallError('INVALID_REQUEST', { values: { field: `account.${wrong}` } });
}

/**
 * Stores details that the account lacked. Details that it has, and those that its owner may not change, stay as they
 * are.
 */
export async function completeAccount(ctx: AccountContext, details: Details): Promise<void> {
  const { db, tenant, language } = ctx;
  const locked = lockedAccountFields(tenant.settings.permissions);
  await db.transaction().execute(async (trx) => {
    await keepOpenAccount(trx, tenant.id, ctx.account.id);
    const row = await lockAccount(trx, tenant.id, ctx.account.id);
    const stored = detailsOf(row);
    const fields = accountFields.filter((field) => details[field] && stored[field] === '' && !locked.has(field));
    if (fields.length === 0) return;
    const merged = mergeSent(stored, Object.fromEntries(fields.map((field) => [field, details[field]])));
    const values = await normaliseDetails(merged, stored, countriesIn(language));
    await updateAccount(trx, tenant.id, ctx.account.id, { ...columnsOf(values, fields), version: row.version + 1 });
    await recordAccountEvents(trx, tenant, ctx.clock.now());
    const subject = { type: 'account', id: String(ctx.account.id) };
    await auditRequest(ctx, { event: 'account.save', subject, details: { fields } }, trx);
  });
}
