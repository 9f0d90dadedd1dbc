import { type Account, getAccount } from '@quayside/contract/account/account.ts';
import { listSites } from '@quayside/contract/tenant/tenant.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useInBrowser } from '../first-screen/in-browser.ts';
import { callQuery } from '../queries/call-query.ts';
import { formatDate } from '../formats/dates.ts';
import { queryClient } from '../queries/query-client.ts';
import { serverNow } from '../page-data/server-clock.ts';
import { useSession } from '../session/session.ts';

/** Queries the signed-in account, for screens that show its loading or failure. */
export function useAccountQuery() {
  const { accountGuid } = useSession();
  return useQuery(callQuery(getAccount, { params: { accountGuid } }));
}

/** Returns the signed-in account. Undefined while it loads. */
export function useAccount() {
  return useAccountQuery().data?.account;
}

const accountKey = (accountGuid: string) => callQuery(getAccount, { params: { accountGuid } }).queryKey;

/** Returns the signed-in account from the cache, also between two renders. */
export function knownAccount(guid: string): Account | undefined {
  return queryClient.getQueryData(accountKey(guid))?.account;
}

/** Shows a change of the signed-in account at once on every part of the page. */
export function keepAccount(account: Account): void {
  const queryKey = accountKey(account.guid);
  queryClient.setQueryData(queryKey, { account });
  // A read that began before the change would bring the older state back.
  if (queryClient.isFetching({ queryKey }) > 0) void queryClient.invalidateQueries({ queryKey });
}

/** Returns the site of the signed-in account. Undefined while it loads. */
export function useSite() {
  const account = useAccount();
  const sites = useQuery({ ...callQuery(listSites, {}), staleTime: Number.POSITIVE_INFINITY }).data?.sites;
  return sites?.find((site) => site.id === account?.siteId) ?? sites?.[0];
}

/**
 * Returns the site's day `YYYY-MM-DD` at the time when the component was opened, by the server's clock. Undefined while
 * it loads, and on a page that the server draws: the day may end before the browser has it.
 */
export function useSiteDay(): string | undefined {
  const site = useSite();
  const isInBrowser = useInBrowser();
  const [opened] = useState(() => serverNow().toISOString());
  if (!isInBrowser) return undefined;
  return site && formatDate(opened, 'YYYY-MM-DD HH:mm:ss', 'en-GB', site.timeZone).slice(0, 10);
}
