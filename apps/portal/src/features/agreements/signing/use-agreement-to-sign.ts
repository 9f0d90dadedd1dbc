import { getUnsignedAgreement } from '@quayside/contract/agreement-signing.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/call-query.ts';

/** An agreement to be signed. Read once for a page: nobody's text changes while they read it. */
export function useAgreementToSign(guid: string) {
  return useQuery({
    ...callQuery(getUnsignedAgreement, { params: { guid } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { showsFailure: true },
  });
}
