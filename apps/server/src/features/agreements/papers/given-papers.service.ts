import type { TenantDb } from '../../../db/client.ts';
import type { StoredFile } from '../../../providers/files/file-storage.ts';
import { safeFileName } from '../../../providers/files/safe-file-name.ts';
import { eraseFile, registerFile } from '../../files/files.service.ts';
import { addAgreementFile, removeAgreementFile } from './agreement-files.queries.ts';

/** A PDF that the marina adds to an agreement. */
export interface GivenPaper {
  tenantId: number;
  agreementId: number;
  accountId: number;
  /** The paper to read before signing, or the scan of an agreement that was signed on paper. */
  kind: 'reading' | 'hard-copy';
  /** The marina's name for it. */
  name: string;
  now: Date;
}

/** Replaces an agreement's PDF; null removes it. Nobody can sign meanwhile. */
export async function replacePaper(trx: TenantDb, paper: GivenPaper, stored: StoredFile | null): Promise<void> {
  const { tenantId, agreementId, accountId, kind, now } = paper;
  const before = await removeAgreementFile(trx, tenantId, agreementId, kind);
  // Somebody may be reading it, so the sweep waits a day.
  if (before !== undefined) await eraseFile(trx, tenantId, before, now);
  if (stored === null) return;
  const contentType = 'application/pdf';
  const name = safeFileName(paper.name, contentType);
  const id = await registerFile(trx, { tenantId, accountId, name, contentType, stored, now });
  await addAgreementFile(trx, tenantId, agreementId, { kind, id });
}
