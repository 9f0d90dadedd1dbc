import { addAgreementFile, insertSignature, storeDeclaration } from '../features/agreements/agreements.face.ts';
import { registerFile, storePaper } from '../features/files/files.service.ts';
import type { FileStorage } from '../providers/files/file-storage.ts';
import type { TenantDb } from '../db/client.ts';
import { declarationOf } from './declarations.ts';
import type { Marina } from './marinas.ts';
import { demoSignature } from './signature.ts';

interface Stored {
  trx: TenantDb;
  tenantId: number;
  marina: Marina;
  files: FileStorage;
  /**
   * The account that has an agreement of every kind: to sign, with and without a text; signed here; signed on
   * paper.
   */
  showcaseId: number;
  now: Date;
}

/** Gives the agreements a text to read. Those that the first customer signed get a signature or a scan. */
export async function storeDeclarations(demo: Stored): Promise<void> {
  const { trx, tenantId, marina, now } = demo;
  for (const [kind, type] of Object.entries(marina.prices.agreements)) {
    const html = declarationOf(kind as keyof Marina['prices']['agreements'], marina.language, marina.name);
    if (html === null) continue;
    await trx
      .updateTable('agreements')
      .set({ declaration_hash: await storeDeclaration(trx, tenantId, html, now) })
      .where('tenant_id', '=', tenantId)
      .where('type', '=', type)
      .execute();
  }
  const person = await personOf(demo);
  const signed = await signedOf(demo);
  for (const [index, agreement] of signed.entries())
    await (index === onPaper ? scan : signHere)(demo, agreement, person);
}

/** The place of the agreement that was signed on paper and scanned, among the signed ones, latest first. */
const onPaper = 1;

interface Signed {
  id: number;
  type: string;
  signed_at: Date | null;
  declaration_hash: Buffer | null;
}

/** Returns the signed agreements, latest first. */
const signedOf = ({ trx, tenantId, showcaseId }: Stored): Promise<Signed[]> =>
  trx
    .selectFrom('agreements')
    .select(['id', 'type', 'signed_at', 'declaration_hash'])
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', showcaseId)
    .where('signed_at', 'is not', null)
    .orderBy('signed_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

interface Person {
  name: string;
  email: string;
}

async function personOf({ trx, tenantId, showcaseId }: Stored): Promise<Person> {
  const { title, firstname, lastname, email } = await trx
    .selectFrom('accounts')
    .select(['title', 'firstname', 'lastname', 'email'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', showcaseId)
    .executeTakeFirstOrThrow();
  return { name: `${title} ${firstname} ${lastname}`, email };
}

/** Signs an agreement. Its paper is sealed when somebody asks for it. */
async function signHere({ trx, tenantId, marina }: Stored, agreement: Signed, { name, email }: Person): Promise<void> {
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
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    language: marina.settings.culture.defaultLanguage,
  });
}

async function scan(demo: Stored, { id, type, signed_at }: Signed, { name }: Person): Promise<void> {
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
