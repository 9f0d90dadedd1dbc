import { PNG } from 'pngjs';
import type { TenantDb } from '../../db/client.ts';
import type { AgreementFileKind } from '../../db/schema/agreements.ts';
import { addAgreementFile } from '../../features/agreements/papers/agreement-files.queries.ts';
import { makeKey } from '../../features/agreements/agreement-keys.service.ts';
import { storeDeclaration } from '../../features/agreements/declaration/declarations.service.ts';
import { insertSignature } from '../../features/agreements/signing/sign-agreement.queries.ts';
import { registerFile, storePaper } from '../../features/files/files.service.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { type AgreementInput, makeAgreement, type Owner } from './orders.ts';

const sampleDeclaration =
  '<h1>Berthing licence</h1><p>The customer keeps the berth <b>tidy</b>.</p><ol><li>Pay in time.</li><li>Insure ' +
  'the boat.</li></ol>';

/** Draws a PNG as a data URL. It is transparent but for a diagonal line through a box in its middle. */
export function signatureImage({ width = 500, height = 300, reach = 200 } = {}): string {
  const image = new PNG({ width, height });
  for (let step = 0; step < reach; step += 1) {
    for (let thickness = 0; thickness < 5; thickness += 1) {
      const x = Math.min(width - 1, Math.floor((width - reach) / 2) + step);
      const y = Math.min(height - 1, Math.floor(height / 2) + thickness);
      image.data[(y * width + x) * 4 + 3] = 255;
    }
  }
  return `data:image/png;base64,${PNG.sync.write(image).toString('base64')}`;
}

/** Makes an agreement with a text to read, unless `overrides` says otherwise. */
export async function makeReadableAgreement(
  db: TenantDb,
  owner: Owner,
  { html = sampleDeclaration, ...overrides }: AgreementInput & { html?: string } = {},
): Promise<{ id: number; guid: string; documentHash: string }> {
  const agreement = await makeAgreement(db, owner, overrides);
  const hash = await changeDeclaration(db, owner.tenantId, agreement.id, html);
  return { ...agreement, documentHash: hash };
}

/** Gives an agreement another text, as the office does. Returns its hash. */
export async function changeDeclaration(db: TenantDb, tenantId: number, id: number, html: string): Promise<string> {
  const hash = await storeDeclaration(db, tenantId, html, new Date('2026-01-05T10:00:00Z'));
  await db
    .updateTable('agreements')
    .set({ declaration_hash: hash })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
  return hash.toString('hex');
}

const signedAt = new Date('2026-02-01T10:00:00Z');

/** Makes a signed agreement, with the key of the mail to its signer. */
export async function makeSignedAgreement(db: TenantDb, owner: Owner, now: Date) {
  const { tenantId } = owner;
  const { id, guid, documentHash } = await makeReadableAgreement(db, owner, { signedAt });
  await insertSignature(db, {
    tenant_id: tenantId,
    agreement_id: id,
    declaration_hash: Buffer.from(documentHash, 'hex'),
    full_name: 'Robin Test',
    email: 'robin@example.com',
    method: 'drawn',
    image: signatureImage(),
    ip_address: '192.0.2.7',
    browser: 'Firefox 140',
    os: 'Linux',
    user_agent: 'Mozilla/5.0',
    language: 'en-GB',
  });
  return { id, guid, key: await makeKey(db, tenantId, id, { now, lifeMs: 3_600_000 }) };
}

/** Stores a file of the owner, as a file of an agreement if one is named. */
export async function makeStoredFile(
  db: TenantDb,
  files: FileStorage,
  owner: Owner,
  { content, agreementId, kind = 'hard-copy' }: { content: Buffer; agreementId?: number; kind?: AgreementFileKind },
): Promise<string> {
  const { tenantId, accountId } = owner;
  const stored = await storePaper({ db, files }, tenantId, content, signedAt);
  const file = { tenantId, accountId, name: 'Scan.pdf', contentType: 'application/pdf', stored, now: signedAt };
  const id = await registerFile(db, file);
  if (agreementId !== undefined) await addAgreementFile(db, tenantId, agreementId, { kind, id });
  const { guid } = await db
    .selectFrom('files')
    .select('guid')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return guid;
}
