import { listDocuments } from '@quayside/contract/documents/documents.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useSession } from '../../lib/session/session.ts';

/** Queries all documents that the marina wants to see and has. The caller shows the failure. */
export function useDocuments() {
  const { accountGuid: guid } = useSession();
  return useQuery({
    ...callQuery(listDocuments, { params: { guid }, query: {} }),
    meta: { showsFailure: true },
  });
}

/** Queries the documents that the marina prompts for (decision C4.15). The caller shows the failure. */
export function usePromptedDocuments() {
  const { accountGuid: guid } = useSession();
  return useQuery({
    ...callQuery(listDocuments, { params: { guid }, query: { promptInPortalOnly: 'true' } }),
    meta: { showsFailure: true },
  });
}
