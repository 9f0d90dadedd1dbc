import { getAccount } from '@quayside/contract/account/account.ts';
import {
  createDocument,
  type DocumentType,
  listDocuments,
  uploadFile,
} from '@quayside/contract/documents/documents.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/calls/api.ts';
import { hasCode } from '../../lib/calls/api-error.ts';
import { apiUpload } from '../../lib/calls/api-upload.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useSession } from '../../lib/session/session.ts';

/** The details of a document that a customer types. */
export interface DocumentDetails {
  name: string;
  /** `YYYY-MM-DD`, or null. */
  expiresOn: string | null;
  notes: string;
}

/** Uploads a document in two steps. A failed step can be repeated, and it stays the same document. */
export function useUpload(type: DocumentType) {
  const { accountGuid: guid } = useSession();
  const queries = useQueryClient();
  const announced = useRef<{ facts: string; id: number }>(undefined);
  const stop = useRef<AbortController>(undefined);
  /** The share of the file that is sent, from 0 to 1. Null while no upload runs. */
  const [share, setShare] = useState<number | null>(null);
  // Closing the form aborts the upload.
  useEffect(() => () => stop.current?.abort(), []);

  const announce = async (facts: DocumentDetails, signal: AbortSignal): Promise<number> => {
    const written = JSON.stringify(facts);
    if (announced.current?.facts === written) return announced.current.id;
    const { account } = await queries.ensureQueryData(callQuery(getAccount, { params: { accountGuid: guid } }));
    const accountDocument = {
      ...facts,
      accountId: account.id,
      attachmentType: 'Upload' as const,
      boatId: type.boat?.id ?? null,
      documentType: type.name,
      documentTypeId: type.id,
      isCurrentVersion: true as const,
    };
    const body = { accountDocument, supersedePreviousVersions: true as const };
    const { accountDocumentId: id } = await api(createDocument, { params: { guid }, body }, { signal });
    announced.current = { facts: written, id };
    return id;
  };

  const send = async (facts: DocumentDetails, file: File, signal: AbortSignal): Promise<void> => {
    const objectId = await announce(facts, signal);
    const body = { objectType: 'AccountDocument' as const, objectId, file };
    await apiUpload(uploadFile, { params: { accountGuid: guid }, body }, { signal, onProgress: setShare });
  };

  const upload = async (facts: DocumentDetails, file: File): Promise<void> => {
    const { signal } = (stop.current = new AbortController());
    setShare(0);
    try {
      await send(facts, file, signal).catch(async (error: unknown) => {
        // It is too old, or complete with another file, or somebody else has announced one for this place.
        if (!hasCode(error, 'NOT_FOUND') && !hasCode(error, 'DOCUMENT_COMPLETE')) throw error;
        announced.current = undefined;
        await send(facts, file, signal);
      });
    } finally {
      setShare(null);
    }
    await queries.invalidateQueries({ queryKey: [listDocuments.name] });
  };

  return { share, upload, cancel: () => stop.current?.abort() };
}
