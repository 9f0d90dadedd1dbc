import type { CallAnswer } from '@quayside/contract/shared/call.ts';
import {
  countUnsignedAgreements,
  getSignedAgreement,
  isOutstanding,
  listAccountAgreements,
} from '@quayside/contract/agreements/agreements.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useSession } from '../../lib/session/session.ts';
import { useTenant } from '../../lib/tenant.ts';

/** Queries the first of the account's agreements, unsigned ones first. The caller shows the failure. */
export function useFirstAgreements(rows: number) {
  const { accountGuid } = useSession();
  return useQuery({
    ...callQuery(listAccountAgreements, { params: { accountGuid }, query: { page: 1, rows } }),
    meta: { showsFailure: true },
  });
}

/** Keeps what waits for a signature, and puts the agreement that starts first in front. The server lists it last. */
function inSigningOrder({ agreements, ...rest }: CallAnswer<typeof listAccountAgreements>) {
  const dayOf = ({ startDate }: (typeof agreements)[number]) => Date.parse(startDate ?? '') || 0;
  const toSign = agreements.filter(isOutstanding);
  return { ...rest, agreements: toSign.toSorted((one, other) => dayOf(one) - dayOf(other)) };
}

/**
 * Queries the agreements that wait for a signature, in the order in which they are signed. Disabled if the marina has
 * no agreements.
 */
export function useUnsignedAgreements() {
  const { accountGuid } = useSession();
  const { agreementsEnabled } = useTenant();
  return useQuery({
    ...callQuery(listAccountAgreements, { params: { accountGuid }, query: { signed: 'false', rows: 100 } }),
    select: inSigningOrder,
    enabled: agreementsEnabled,
    meta: { showsFailure: true },
  });
}

/** Returns the number of agreements that wait for a signature. 0 until it is known, and if the marina has none. */
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

/** Queries a signed agreement. The caller shows the failure. */
export function useSignedAgreement(guid: string) {
  return useQuery({ ...callQuery(getSignedAgreement, { params: { guid } }), meta: { showsFailure: true } });
}
