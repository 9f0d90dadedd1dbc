import type { AgreementFileRow, OneAgreementRow } from './one-agreement.queries.ts';

/** What is to be signed, by its bytes: the text, or where there is none the paper. */
export function documentHash(row: OneAgreementRow, files: readonly AgreementFileRow[]): Buffer | null {
  return row.declaration_hash ?? files.find(({ kind }) => kind === 'reading')?.sha256 ?? null;
}
