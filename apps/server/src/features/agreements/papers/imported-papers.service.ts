import { createHash } from 'node:crypto';
import type { TenantDb } from '../../../db/client.ts';
import type { ImportTenant } from '../../../import/columns.ts';
import { FileChanged, type GivenFile, type RowFiles, type WrongFile } from '../../../import/given-file.ts';
import type { RowValues, TellProblem } from '../../../import/kind.ts';
import { listChangedPapers, listNewDeclarations } from '../agreements-import.queries.ts';
import { cleanDeclaration, isBlank, UnusableDeclaration } from '../declaration/clean-declaration.rules.ts';
import { storeDeclaration } from '../declaration/declarations.service.ts';
import { replacePaper } from './given-papers.service.ts';

/** More bytes than the longest declaration has in UTF-8. */
const declarationBytes = 12_000_000;

/** Keeps what was found in a file, so that a file that many agreements share is read once in an import. */
type Looked<Found> = WeakMap<RowFiles, Map<string, Promise<Found | WrongFile>>>;
const texts: Looked<Pick<GivenFile, 'sha256'>> = new WeakMap();
const papers: Looked<GivenFile> = new WeakMap();

function once<Found>(
  looked: Looked<Found>,
  files: RowFiles,
  key: string,
  look: () => Promise<Found | WrongFile>,
): Promise<Found | WrongFile> {
  const known = looked.get(files) ?? new Map<string, Promise<Found | WrongFile>>();
  looked.set(files, known);
  const found = known.get(key) ?? look();
  known.set(key, found);
  return found;
}

/** Returns the hash of the cleaned text that a row names. */
export async function lookAtDeclaration(files: RowFiles, { declaration }: RowValues, tell: TellProblem) {
  if (!declaration) return null;
  const found = await once(texts, files, declaration, () => hashOfText(files, declaration));
  return unlessWrong('declaration', found, tell)?.sha256 ?? null;
}

async function hashOfText(files: RowFiles, name: string): Promise<Pick<GivenFile, 'sha256'> | WrongFile> {
  const read = await files.text(name, declarationBytes);
  if ('wrong' in read) return read;
  try {
    const cleaned = cleanDeclaration(read.text);
    if (isBlank(cleaned)) return { wrong: `"${name}" has nothing to read` };
    return { sha256: createHash('sha256').update(cleaned).digest('hex') };
  } catch (error) {
    if (error instanceof UnusableDeclaration) return { wrong: `"${name}" can't be taken. ${error.message}` };
    throw error;
  }
}

interface NamedPaper {
  values: RowValues;
  column: 'pdf' | 'scan';
  tenant: ImportTenant;
  tell: TellProblem;
}

/** Returns the PDF that a row names. */
export async function lookAtPaper(files: RowFiles, { values, column, tenant, tell }: NamedPaper) {
  const name = values[column];
  return name ? unlessWrong(column, await findPaper(files, tenant, name), tell) : null;
}

const findPaper = (files: RowFiles, tenant: ImportTenant, name: string) =>
  once(papers, files, `${tenant.id} ${name}`, async () => {
    const file = await files.look(name, tenant.settings.uploads);
    return 'wrong' in file || file.contentType === 'application/pdf' ? file : { wrong: `"${name}" is not a PDF` };
  });

function unlessWrong<Found extends object>(column: string, found: Found | WrongFile, tell: TellProblem): Found | null {
  if (!('wrong' in found)) return found;
  tell(column, found.wrong);
  return null;
}

/** Stores each text that isn't stored yet. A text that many agreements share is stored once. */
export async function storeDeclarations(trx: TenantDb, tenantId: number, files: RowFiles, now: Date): Promise<void> {
  for (const { name, hash } of await listNewDeclarations(trx, tenantId)) {
    const read = await files.text(name, declarationBytes);
    const stored = 'text' in read ? await storeDeclaration(trx, tenantId, read.text, now) : null;
    if (stored?.toString('hex') !== hash)
      throw new FileChanged(`${name} was changed while it was imported. Nothing was written.`);
  }
}

/** Stores the PDFs of the changing agreements. A PDF that differs replaces the earlier one. */
export async function storePapers(trx: TenantDb, tenant: ImportTenant, files: RowFiles, now: Date): Promise<void> {
  for (const { hash, ...paper } of await listChangedPapers(trx, tenant.id)) {
    const found = hash === null ? null : await findPaper(files, tenant, paper.name);
    const stored = found && 'sha256' in found ? await files.store(tenant.id, found) : null;
    await replacePaper(trx, { ...paper, tenantId: tenant.id, now }, stored);
  }
}
