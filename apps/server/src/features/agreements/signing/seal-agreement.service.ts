import { buffer } from 'node:stream/consumers';
import type { TenantDb } from '../../../db/client.ts';
import type { Clock, Tenant } from '../../../http/context.ts';
import { tenantText } from '../../../lib/texts/texts.ts';
import type { FileStorage } from '../../../providers/files/file-storage.ts';
import { fileNameOfTitle } from '../../../providers/files/safe-file-name.ts';
import { attachFile } from '../../../providers/pdf/attach-file.ts';
import { appendAudit, findAuditEntry } from '../../audit/audit.service.ts';
import { discardFile, registerFile, storePaper } from '../../files/files.service.ts';
import { siteSender } from '../../letters/letters.exports.ts';
import { makePaper } from '../../papers/papers.service.ts';
import { sealPaper } from '../../seals/seals.service.ts';
import { portalUrl } from '../../tenant/tenant.exports.ts';
import { addAgreementFile } from '../papers/agreement-files.queries.ts';
import type { AgreementPaper } from '../papers/agreement.paper.ts';
import { documentHash } from '../papers/document-hash.rules.ts';
import { auditFieldsOf } from '../load-agreement.service.ts';
import {
  type AgreementFileRow,
  findAgreement,
  findSignature,
  listAgreementFiles,
  type AgreementPageRow,
} from '../agreement-page.queries.ts';
import { lockAgreement } from './sign-agreement.queries.ts';

/** The things that make an agreement's paper. */
export interface PaperServices {
  db: TenantDb;
  tenant: Tenant;
  clock: Clock;
  files: FileStorage;
  /** Returns the portal's origin at a host, for a tenant without a fixed `rootUrl`. */
  originOf: (host: string) => string;
}

/** Returns the agreement's file of a kind; undefined if it has none. */
export async function findPaper(
  { db, tenant }: Pick<PaperServices, 'db' | 'tenant'>,
  agreementId: number,
  kind: AgreementFileRow['kind'],
): Promise<AgreementFileRow | undefined> {
  return (await listAgreementFiles(db, tenant.id, agreementId)).find((file) => file.kind === kind);
}

/**
 * Makes the sealed paper of a signed agreement, unless there is one. The job after a signature calls it, and
 * everybody who downloads the paper before. If two make one at once, one is kept.
 */
export async function sealAgreement(
  services: PaperServices,
  agreementId: number,
): Promise<AgreementFileRow | undefined> {
  const { db, tenant, clock, originOf } = services;
  const sealed = await findPaper(services, agreementId, 'sealed');
  if (sealed) return sealed;
  const row = await findAgreement(db, tenant.id, { id: agreementId }, clock.now());
  if (!row || row.signed_at === null) return undefined;
  const signature = (await findSignature(db, tenant.id, agreementId)) ?? null;
  const language = signature?.language ?? tenant.settings.culture.defaultLanguage;
  const url = await portalUrl(db, tenant, originOf);
  const paper = await paperOf(services, row, { signature, language, portalUrl: url });
  const pdf = await withTerms(services, row, { paper, language });
  const reason = tenantText(tenant, language, 'agreement.sealReason', { marina: tenant.name });
  const stored = await storePaper(services, tenant.id, await sealPaper(services, pdf, reason), clock.now());
  const isKept = await db.transaction().execute(async (trx) => {
    await lockAgreement(trx, tenant.id, agreementId);
    if (await findPaper({ db: trx, tenant }, agreementId, 'sealed')) return false;
    const now = clock.now();
    const name = paperName(tenant, language, row);
    const contentType = 'application/pdf';
    const file = { tenantId: tenant.id, accountId: row.account_id, name, contentType, stored, now };
    await addAgreementFile(trx, tenant.id, agreementId, { kind: 'sealed', id: await registerFile(trx, file) });
    await recordSeal(trx, tenant, { row, sha256: stored.sha256, now });
    return true;
  });
  if (!isKept) await discardFile(services, { tenantId: tenant.id, storageName: stored.name });
  return findPaper(services, agreementId, 'sealed');
}

/**
 * Attaches the PDF that was read in place of a text, so that the seal covers what was signed. The paper names it.
 * @throws Error if the storage does not have it: the paper must not be sealed without it
 */
async function withTerms(
  services: PaperServices,
  row: AgreementPageRow,
  { paper, language }: { paper: Buffer; language: string },
): Promise<Buffer> {
  const { tenant, files } = services;
  const terms = await findTerms(services, row);
  if (!terms) return paper;
  const { name, content_type: contentType, storage_name: storageName } = terms;
  const stored = storageName === null ? null : await files.get(tenant.id, storageName);
  if (stored === null) throw new Error(`the storage has lost the PDF that agreement ${row.id} was signed under`);
  const description = tenantText(tenant, language, 'agreement.attached', { marina: tenant.name });
  const content = await buffer(stored);
  return attachFile(paper, { name, content, contentType, description, at: row.signed_at ?? row.created_at });
}

/** Returns the PDF to read in place of a text; undefined if the agreement has a text, or neither. */
export async function findTerms(
  services: Pick<PaperServices, 'db' | 'tenant'>,
  { id, declaration }: AgreementPageRow,
): Promise<AgreementFileRow | undefined> {
  return declaration === null ? findPaper(services, id, 'reading') : undefined;
}

/** Returns the agreement's paper without a seal, in a language. */
export async function paperOf(
  { db, tenant }: Pick<PaperServices, 'db' | 'tenant'>,
  row: AgreementPageRow,
  shown: Pick<AgreementPaper, 'signature' | 'language' | 'portalUrl'>,
  allow?: () => Promise<void>,
): Promise<Buffer> {
  const files = await listAgreementFiles(db, tenant.id, row.id);
  const about = { event: 'agreement.signed', accountId: row.account_id, subjectId: row.guid } as const;
  const entry = row.signed_at === null ? null : ((await findAuditEntry(db, tenant.id, about)) ?? null);
  const sender = siteSender(tenant, shown.language, row, '');
  const attached = (await findTerms({ db, tenant }, row))?.name ?? null;
  const agreement = { ...shown, tenant, row, sender, attached, documentHash: documentHash(row, files), entry };
  return makePaper(tenant, { kind: 'agreement', agreement }, allow);
}

/** Returns the name of the paper's file. */
export function paperName(tenant: Tenant, language: string, { type, signed_at }: AgreementPageRow): string {
  const key = signed_at === null ? 'agreement.fileUnsigned' : 'agreement.fileSigned';
  return fileNameOfTitle(tenantText(tenant, language, key, { type }), 'application/pdf');
}

async function recordSeal(
  trx: TenantDb,
  tenant: Tenant,
  { row, sha256, now }: { row: AgreementPageRow; sha256: string; now: Date },
): Promise<void> {
  await appendAudit(trx, tenant.id, {
    at: now,
    event: 'agreement.sealed',
    actor: { kind: 'operator', name: 'server' },
    ...auditFieldsOf(row),
    ip: null,
    userAgent: null,
    details: { sha256 },
  });
}
