import { type Account, getAccount } from '@quayside/contract/account.ts';
import { listSites } from '@quayside/contract/tenant.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from './call-query.ts';
import { formatDate } from './dates.ts';
import { queryClient } from './query-client.ts';
import { useSession } from './session.ts';

/** The signed-in account, for whoever shows that it loads or fails. */
export function useAccountQuery() {
  const { accountGuid } = useSession();
  return useQuery(callQuery(getAccount, { params: { accountGuid } }));
}

/** The signed-in account; undefined while it loads. */
export function useAccount() {
  return useAccountQuery().data?.account;
}

const accountKey = (accountGuid: string) => callQuery(getAccount, { params: { accountGuid } }).queryKey;

/** The signed-in account as it was last told, also between two drawings. */
export function knownAccount(guid: string): Account | undefined {
  return queryClient.getQueryData(accountKey(guid))?.account;
}

/** Shows a change of the signed-in account at once, wherever it is shown. */
export function keepAccount(account: Account): void {
  queryClient.setQueryData(accountKey(account.guid), { account });
}

/** The site of the signed-in account; undefined while it loads. */
export function useSite() {
  const account = useAccount();
  const sites = useQuery({ ...callQuery(listSites, {}), staleTime: Number.POSITIVE_INFINITY }).data?.sites;
  return sites?.find((site) => site.id === account?.siteId) ?? sites?.[0];
}

/** The day `YYYY-MM-DD` that it was at the account's site when the page was opened; undefined while it loads. */
export function useSiteDay(): string | undefined {
  const site = useSite();
  const [opened] = useState(() => new Date().toISOString());
  return site && formatDate(opened, 'YYYY-MM-DD HH:mm:ss', 'en-GB', site.timeZone).slice(0, 10);
}
