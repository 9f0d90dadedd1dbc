import type { AgreementSummary } from '@quayside/contract/agreements/agreements.ts';
import { type Part, totalsOf } from '@quayside/contract/shared/paging.ts';
import { showsOrders } from '@quayside/contract/tenant/tenant.ts';
import type { AccountContext } from '../../http/context.ts';
import { presentAgreement } from './agreements.presenter.ts';
import {
  type AgreementFilter,
  type AgreementSearch,
  agreementsOfAccount,
  agreementsWithTotal,
  countAgreements,
  foundAgreements,
} from './agreements.queries.ts';

type Reader = Pick<AccountContext, 'db' | 'tenant' | 'account' | 'clock'>;

const ofReader = ({ tenant, account, clock }: Reader, filter: AgreementFilter) => ({
  tenantId: tenant.id,
  accountId: account.id,
  filter,
  now: clock.now(),
});

/** Returns a part of the account's agreements: those that wait for a signature first, then the newest. */
export async function listAgreements(ctx: Reader, filter: AgreementFilter, part: Part): Promise<AgreementSummary[]> {
  const rows = await agreementsOfAccount(ctx.db, ofReader(ctx, filter), part);
  return rows.map((row) => presentAgreement(row, showsOrders(ctx.tenant.settings)));
}

/** Returns a part of the agreements, with their total number. */
export async function pageAgreements(ctx: Reader, filter: AgreementFilter, search: AgreementSearch, part: Part) {
  const of = ofReader(ctx, filter);
  const isPlain = !search.search && search.sort === undefined;
  const { agreements, total } = isPlain
    ? await agreementsWithTotal(ctx.db, of, part)
    : await foundAgreements(ctx.db, of, search, part);
  const named = showsOrders(ctx.tenant.settings);
  return { agreements: agreements.map((row) => presentAgreement(row, named)), ...totalsOf(total, part) };
}

/** Counts the agreements that wait for a signature. */
export function countOutstanding(ctx: Reader): Promise<number> {
  return countAgreements(ctx.db, ofReader(ctx, 'outstanding'));
}
