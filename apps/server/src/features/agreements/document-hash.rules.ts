import type { AgreementFileRow, OneAgreementRow } from './one-agreement.queries.ts';

/** Returns the hash of the document to sign: the text, or the paper if there is no text. */
export function documentHash(row: OneAgreementRow, files: readonly AgreementFileRow[]): Buffer | null {
  return row.declaration_hash ?? files.find(({ kind }) => kind === 'reading')?.sha256 ?? null;
}
