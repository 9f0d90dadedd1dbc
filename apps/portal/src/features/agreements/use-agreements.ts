import { countUnsignedAgreements, getSignedAgreement, listAccountAgreements } from '@quayside/contract/agreements.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/call-query.ts';
import { useSession } from '../../lib/session.ts';
import { useTenant } from '../../lib/tenant.ts';

/** The first of the account's agreements, unsigned ones first. Whoever asks shows the failure. */
export function useFirstAgreements(rows: number) {
  const { accountGuid } = useSession();
  return useQuery({
    ...callQuery(listAccountAgreements, { params: { accountGuid }, query: { page: 1, rows } }),
    meta: { showsFailure: true },
  });
}

/** The agreements that wait for a signature; not asked for where the marina has none. */
export function useUnsignedAgreements() {
  const { accountGuid } = useSession();
  const { agreementsEnabled } = useTenant();
  return useQuery({
    ...callQuery(listAccountAgreements, { params: { accountGuid }, query: { signed: 'false', rows: 100 } }),
    enabled: agreementsEnabled,
    meta: { showsFailure: true },
  });
}

/** How many wait for a signature; 0 until that is known, and where the marina has none. */
export function useUnsignedCount(): number {
  const { accountGuid } = useSession();
  const { agreementsEnabled } = useTenant();
  const { data } = useQuery({
    ...callQuery(countUnsignedAgreements, { params: { accountGuid } }),
    enabled: agreementsEnabled,
    meta: { showsFailure: true },
  });
  return data?.numberOfUnsignedAgreements ?? 0;
}

/** An agreement that was signed. Whoever asks shows the failure. */
export function useSignedAgreement(guid: string) {
  return useQuery({ ...callQuery(getSignedAgreement, { params: { guid } }), meta: { showsFailure: true } });
}
