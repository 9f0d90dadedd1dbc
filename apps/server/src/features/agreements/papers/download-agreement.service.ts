import type { Context } from '../../../http/context.ts';
import { notFound } from '../../../http/errors.ts';
import type { FileContent } from '../../../http/route.ts';
import { auditRequest } from '../../audit/audit.service.ts';
import { openFile } from '../../files/files.service.ts';
import { papersFor } from '../../papers/papers.service.ts';
import { keyOpensAgreement } from '../agreement-keys.service.ts';
import { auditFieldsOf, isOwner, loadAgreement, refuseClosed } from '../load-agreement.service.ts';
import { findAgreement, type AgreementPageRow } from '../agreement-page.queries.ts';
import {
  findPaper,
  findTerms,
  paperName,
  type PaperServices,
  paperOf,
  sealAgreement,
} from '../signing/seal-agreement.service.ts';

export type DownloadServices = Pick<PaperServices, 'files' | 'originOf'>;

/**
 * Returns the agreement's paper: scanned, sealed, or marked NOT SIGNED. Before the signature, a PDF to read in place of
 * a text is open to every holder of the guid, as a text is.
 * @param key the key of a mail's link
 * @throws CallError NOT_FOUND for everybody else
 */
export async function downloadAgreement(
  ctx: Context,
  services: DownloadServices,
  { guid, key }: { guid: string; key: string | undefined },
): Promise<FileContent> {
  const row = await loadAgreement(ctx, guid);
  const isOpen =
    isOwner(ctx, row) ||
    (row.signed_at === null && (await findTerms(ctx, row)) !== undefined) ||
    (await isOpened(ctx, row, [key, ctx.request.signerKey]));
  if (!isOpen) throw notFound();
  await refuseClosed(ctx, row);
  const content = await contentOf(ctx, services, row);
  await auditRequest(ctx, {
    event: 'agreement.downloaded',
    ...auditFieldsOf(row),
    details: { isSigned: row.signed_at !== null },
  });
  return content;
}

/**
 * Returns the same paper to a program of the marina. A closed account's agreement has the paper that is stored.
 * @throws CallError NOT_FOUND if there is none
 */
export async function openPaper(ctx: Context, services: DownloadServices, id: number): Promise<FileContent> {
  const row = await findAgreement(ctx.db, ctx.tenant.id, { id }, ctx.clock.now());
  if (row) return contentOf(ctx, services, row);
  const stored = (await findPaper(ctx, id, 'hard-copy')) ?? (await findPaper(ctx, id, 'sealed'));
  if (!stored) throw notFound();
  return openFile(services.files, ctx.tenant.id, stored);
}

const contentOf = (ctx: Context, services: DownloadServices, row: AgreementPageRow): Promise<FileContent> =>
  row.signed_at === null ? unsigned(ctx, services, row) : signed(ctx, services, row);

async function isOpened(
  { db, tenant, clock }: Context,
  { id }: AgreementPageRow,
  keys: readonly (string | null | undefined)[],
): Promise<boolean> {
  for (const key of keys)
    if (key && (await keyOpensAgreement(db, tenant.id, { agreementId: id, key, now: clock.now() }))) return true;
  return false;
}

async function signed(ctx: Context, services: DownloadServices, row: AgreementPageRow): Promise<FileContent> {
  const paper = (await findPaper(ctx, row.id, 'hard-copy')) ?? (await sealAgreement({ ...ctx, ...services }, row.id));
  if (!paper) throw notFound();
  return openFile(services.files, ctx.tenant.id, paper);
}

async function unsigned(ctx: Context, { files }: DownloadServices, row: AgreementPageRow): Promise<FileContent> {
  const terms = await findTerms(ctx, row);
  if (terms) return openFile(files, ctx.tenant.id, terms);
  const { tenant, language } = ctx;
  const shown = { signature: null, language, portalUrl: null };
  const content = await paperOf(ctx, row, shown, papersFor(ctx, row.account_id));
  return { content, fileName: paperName(tenant, language, row), disposition: 'attachment' };
}
