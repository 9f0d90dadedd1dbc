import { createHash } from 'node:crypto';
import type { AgreementFileRow, AgreementPageRow } from '../agreement-page.queries.ts';

/** Returns the hash of the document to sign: the text, or the paper if there is no text. */
export function documentHash(row: AgreementPageRow, files: readonly AgreementFileRow[]): Buffer | null {
  return row.declaration_hash ?? files.find(({ kind }) => kind === 'reading')?.sha256 ?? null;
}

/**
 * Returns the hash of all that a signer reads: the document, and the facts that page and paper show beside it. Together
 * they make up the contract.
 */
export function shownHash(row: AgreementPageRow, files: readonly AgreementFileRow[]): string {
  const document = documentHash(row, files)?.toString('hex') ?? null;
  const facts = [row.type, row.start_date, row.end_date, row.site_id, row.site_name];
  return createHash('sha256')
    .update(JSON.stringify([document, ...facts]))
    .digest('hex');
}
