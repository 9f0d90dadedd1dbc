import { type Part, totalsOf } from '@quayside/contract/shared/paging.ts';
import type { StayFilter } from '@quayside/contract/account/stays.ts';
import { hasFeature } from '@quayside/contract/tenant/tenant.ts';
import type { AccountContext } from '../../http/context.ts';
import { presentStay } from './stays.presenter.ts';
import { hasStays, staysOfAccount } from './stays.queries.ts';

type Reader = Pick<AccountContext, 'db' | 'tenant' | 'account' | 'clock'>;

/** Returns a part of the account's stays, with their total number. */
export async function pageStays({ db, tenant, account, clock }: Reader, filter: StayFilter, part: Part) {
  const of = { tenantId: tenant.id, accountId: account.id, filter, now: clock.now() };
  const { stays, total } = await staysOfAccount(db, of, part);
  return { items: stays.map(presentStay), ...totalsOf(total, part) };
}

/** Tells if the portal has any stay to show to the account. */
export async function showsStays({ db, tenant, account }: Reader): Promise<boolean> {
  return hasFeature(tenant.settings, 'my-stays') && (await hasStays(db, tenant.id, account.id));
}
