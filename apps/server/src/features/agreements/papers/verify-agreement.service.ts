import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { maxVerifiedBytes } from '@quayside/contract/agreements/agreement-papers.ts';
import type { TenantDb } from '../../../db/client.ts';
import type { Context, Tenant } from '../../../http/context.ts';
import { CallError } from '../../../http/errors.ts';
import type { OpenCallLimit } from '../../../http/limits/call-limits.ts';
import type { FileStorage } from '../../../providers/files/file-storage.ts';
import { findSeal } from '../../seals/seals.service.ts';
import { minute } from '../../../lib/time/durations.ts';
import { findBySealedPaper, listSealed } from '../agreement-page.queries.ts';

export const verifyLimit: OpenCallLimit = { name: 'verify-agreement', per: 'network', max: 20, windowMs: 10 * minute };

const unknown = { isGenuine: false, marina: null, agreementType: null, signedOn: null, sealedOn: null };

/**
 * Tells if the marina sealed a PDF and nobody changed a byte. The answer says what the paper is, but not whose.
 * @throws CallError PAYLOAD_TOO_LARGE, INVALID_REQUEST if it is no PDF
 */
export async function verifyAgreement({ db, tenant }: Context, file: Blob) {
  if (file.size > maxVerifiedBytes) throw new CallError('PAYLOAD_TOO_LARGE');
  const pdf = Buffer.from(await file.arrayBuffer());
  if (!pdf.subarray(0, 1024).includes('%PDF-')) throw new CallError('INVALID_REQUEST', { values: { field: 'file' } });
  const seal = await findSeal({ db, tenant }, pdf);
  if (!seal) return unknown;
  const agreement = await findBySealedPaper(db, tenant.id, createHash('sha256').update(pdf).digest());
  return {
    isGenuine: true,
    marina: tenant.name,
    agreementType: agreement?.type ?? null,
    signedOn: agreement?.signed_at?.toISOString() ?? null,
    sealedOn: seal.sealedAt.toISOString(),
  };
}

/** Checks the seals of all stored agreements. @returns the papers whose seal is not valid any more */
export async function findBrokenSeals(db: TenantDb, tenant: Tenant, files: FileStorage): Promise<string[]> {
  const broken: string[] = [];
  for (const { name, storageName } of await listSealed(db, tenant.id)) {
    const content = await files.get(tenant.id, storageName);
    if (content !== null && !(await findSeal({ db, tenant }, await buffer(content)))) broken.push(name);
  }
  return broken;
}
