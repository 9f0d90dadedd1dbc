import { listDocuments } from '@quayside/contract/documents.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/call-query.ts';
import { useSession } from '../../lib/session.ts';

/** All that the marina wants to see, with what it has. Whoever asks shows the failure. */
export function useDocuments() {
  const { accountGuid: guid } = useSession();
  return useQuery({
    ...callQuery(listDocuments, { params: { guid }, query: {} }),
    meta: { showsFailure: true },
  });
}

/** The same, but only what the marina prompts for (decision C4.15). */
export function usePromptedDocuments() {
  const { accountGuid: guid } = useSession();
  return useQuery({
    ...callQuery(listDocuments, { params: { guid }, query: { promptInPortalOnly: 'true' } }),
    meta: { showsFailure: true },
  });
}

/** Whether there is anything to hand in, so that the way there is shown (decision C2.18). */
export function useHasDocuments(): boolean {
  return useDocuments().data?.hasAnyDocuments === true;
}
