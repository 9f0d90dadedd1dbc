import { addAgreementFile, insertSignature, storeDeclaration } from '../features/agreements/agreements.exports.ts';
import { registerFile, storePaper } from '../features/files/files.service.ts';
import type { FileStorage } from '../providers/files/file-storage.ts';
import type { TenantDb } from '../db/client.ts';
import { declarationOf } from './declarations.ts';
import { findPerson, listSignedAgreements, type SignedAgreement } from './demo.queries.ts';
import type { Marina } from './marinas.ts';
import { demoSignature } from './signature.ts';

interface Stored {
  trx: TenantDb;
  tenantId: number;
  marina: Marina;
  files: FileStorage;
  /**
   * The account that has an agreement of every kind: to sign, signed here, signed on paper.
   */
  showcaseId: number;
  now: Date;
}

/** Stores the text of each type of agreement. @returns the texts' hashes, by the type */
export async function storeDeclarations({
  trx,
  tenantId,
  marina,
  now,
}: Pick<Stored, 'trx' | 'tenantId' | 'marina' | 'now'>): Promise<ReadonlyMap<string, Buffer>> {
  const hashes = new Map<string, Buffer>();
  for (const [kind, type] of Object.entries(marina.prices.agreements)) {
    const html = declarationOf(kind as keyof Marina['prices']['agreements'], marina.language, marina.name);
    hashes.set(type, await storeDeclaration(trx, tenantId, html, now));
  }
  return hashes;
}

/** Gives the agreements that the first customer signed a signature or a scan. */
export async function signAgreements(demo: Stored): Promise<void> {
  const { trx, tenantId } = demo;
  const person = await personOf(demo);
  const signed = await listSignedAgreements(trx, tenantId, demo.showcaseId);
  for (const [index, agreement] of signed.entries())
    await (index === onPaper ? scan : signHere)(demo, agreement, person);
}

/** The place of the agreement that was signed on paper and scanned, among the signed ones, latest first. */
const onPaper = 1;

interface Person {
  name: string;
  email: string;
}

async function personOf({ trx, tenantId, showcaseId }: Stored): Promise<Person> {
  const { title, firstname, lastname, email } = await findPerson(trx, tenantId, showcaseId);
  return { name: `${title} ${firstname} ${lastname}`, email };
}

/** Signs an agreement. Its paper is sealed when somebody asks for it. */
async function signHere(
  { trx, tenantId, marina }: Stored,
  agreement: SignedAgreement,
  { name, email }: Person,
): Promise<void> {
  await insertSignature(trx, {
    tenant_id: tenantId,
    agreement_id: agreement.id,
    declaration_hash: agreement.declaration_hash,
    full_name: name,
    email,
    method: 'drawn',
    image: demoSignature(),
    ip_address: '192.0.2.17',
    browser: 'Safari 18.5',
    os: 'iOS 18.5',
    user_agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
      'Version/18.5 Mobile/15E148 Safari/604.1',
    language: marina.settings.culture.defaultLanguage,
  });
}

async function scan(demo: Stored, { id, type, signed_at }: SignedAgreement, { name }: Person): Promise<void> {
  const { trx, tenantId, marina, showcaseId, now } = demo;
  const { scannedCopy } = await import('./scanned-copy.ts');
  const language = marina.settings.culture.defaultLanguage;
  const pdf = await scannedCopy({ marina: marina.name, type, name, language, signedAt: signed_at ?? now });
  const stored = await storePaper({ ...demo, db: trx }, tenantId, pdf, now);
  const contentType = 'application/pdf';
  const file = await registerFile(trx, {
    tenantId,
    accountId: showcaseId,
    name: `${type}.pdf`,
    contentType,
    stored,
    now: signed_at ?? now,
  });
  await addAgreementFile(trx, tenantId, id, { kind: 'hard-copy', id: file });
}
