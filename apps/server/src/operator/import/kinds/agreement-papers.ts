import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import {
  cleanDeclaration,
  type GivenPaper,
  replacePaper,
  storeDeclaration,
  UnusableDeclaration,
} from '../../../features/agreements/agreements.face.ts';
import { OperatorError } from '../../lib/command.ts';
import type { GivenFile, GivenFiles, WrongFile } from '../given-file.ts';
import type { ImportTenant, TellProblem } from './kind.ts';

type Values = Readonly<Record<string, string>>;

/** More bytes than the longest declaration has in UTF-8. */
const declarationBytes = 12_000_000;

/** Keeps what was found in a file, so that a file that many agreements share is read once in an import. */
type Looked<Found> = WeakMap<GivenFiles, Map<string, Promise<Found | WrongFile>>>;
const texts: Looked<Pick<GivenFile, 'sha256'>> = new WeakMap();
const papers: Looked<GivenFile> = new WeakMap();

function once<Found>(
  looked: Looked<Found>,
  files: GivenFiles,
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
export async function lookAtDeclaration(files: GivenFiles, { declaration }: Values, tell: TellProblem) {
  if (!declaration) return null;
  const found = await once(texts, files, declaration, () => hashOfText(files, declaration));
  return told('declaration', found, tell);
}

async function hashOfText(files: GivenFiles, name: string): Promise<Pick<GivenFile, 'sha256'> | WrongFile> {
  const read = await files.text(name, declarationBytes);
  if ('wrong' in read) return read;
  try {
    const cleaned = cleanDeclaration(read.text);
    if (!/<img |\S/.test(cleaned.replace(/<(?!img )[^>]*>/g, ''))) return { wrong: `"${name}" has nothing to read` };
    return { sha256: createHash('sha256').update(cleaned).digest('hex') };
  } catch (error) {
    if (error instanceof UnusableDeclaration) return { wrong: `"${name}" can't be taken. ${error.message}` };
    throw error;
  }
}

interface NamedPaper {
  values: Values;
  column: 'pdf' | 'scan';
  tenant: ImportTenant;
  tell: TellProblem;
}

/** Returns the hash of the PDF that a row names. */
export async function lookAtPaper(files: GivenFiles, { values, column, tenant, tell }: NamedPaper) {
  const name = values[column];
  return name ? told(column, await findPaper(files, tenant, name), tell) : null;
}

const findPaper = (files: GivenFiles, tenant: ImportTenant, name: string) =>
  once(papers, files, `${tenant.id} ${name}`, async () => {
    const file = await files.look(name, tenant.settings.uploads);
    return 'wrong' in file || file.contentType === 'application/pdf' ? file : { wrong: `"${name}" is not a PDF` };
  });

function told(column: string, found: Pick<GivenFile, 'sha256'> | WrongFile, tell: TellProblem): string | null {
  if ('sha256' in found) return found.sha256;
  tell(column, found.wrong);
  return null;
}

/** Stores each text that isn't stored yet. A text that many agreements share is stored once. */
export async function storeDeclarations(trx: TenantDb, tenantId: number, files: GivenFiles, now: Date): Promise<void> {
  const { rows } = await sql<{ name: string; hash: string }>`
    select distinct on (s.declaration_hash) s.declaration as name, s.declaration_hash as hash
    from import_agreements s
    where s.tenant_id = ${tenantId} and s.declaration_hash is not null and not exists (
      select from declarations d where d.tenant_id = ${tenantId} and d.hash = decode(s.declaration_hash, 'hex'))`.execute(
    trx,
  );
  for (const { name, hash } of rows) {
    const read = await files.text(name, declarationBytes);
    const stored = 'text' in read ? await storeDeclaration(trx, tenantId, read.text, now) : null;
    if (stored?.toString('hex') !== hash)
      throw new OperatorError(`${name} was changed while it was imported. Nothing was written.`);
  }
}

interface ChangedPaper extends Pick<GivenPaper, 'agreementId' | 'accountId' | 'kind' | 'name'> {
  hash: string | null;
}

/** Stores the PDFs of the changing agreements. A PDF that differs replaces the earlier one. */
export async function storePapers(trx: TenantDb, tenant: ImportTenant, files: GivenFiles, now: Date): Promise<void> {
  for (const { hash, ...paper } of await changedPapers(trx, tenant.id)) {
    const found = hash === null ? null : await findPaper(files, tenant, paper.name);
    const stored = found && 'sha256' in found ? await files.store(tenant.id, found) : null;
    await replacePaper(trx, { ...paper, tenantId: tenant.id, now }, stored);
  }
}

/** Reads the papers of `import_changing`. Without a hash the stored paper is to be removed. */
async function changedPapers(trx: TenantDb, tenantId: number): Promise<ChangedPaper[]> {
  const { rows } = await sql<ChangedPaper>`
    select g.id as "agreementId", g.account_id as "accountId", paper.kind, paper.name, paper.hash
    from import_changing s
    join agreements g on g.tenant_id = ${tenantId} and g.reference = s.reference
    cross join lateral (values ('reading', s.pdf, s.pdf_hash), ('hard-copy', s.scan, s.scan_hash)) as paper (kind, name, hash)
    left join agreement_files af on af.tenant_id = ${tenantId} and af.agreement_id = g.id and af.kind = paper.kind
    left join files f on f.tenant_id = ${tenantId} and f.id = af.file_id
    where paper.name is not null and paper.hash is distinct from encode(f.sha256, 'hex')
    order by s.source_line`.execute(trx);
  return rows;
}
