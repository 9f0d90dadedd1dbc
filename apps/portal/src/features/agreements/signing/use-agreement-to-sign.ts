import { getUnsignedAgreement } from '@quayside/contract/agreements/agreement-signing.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/queries/call-query.ts';

/** Queries an agreement to sign. It loads once for a page, so that the text never changes while somebody reads it. */
export function useAgreementToSign(guid: string) {
  return useQuery({
    ...callQuery(getUnsignedAgreement, { params: { guid } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { showsFailure: true },
  });
}
