import { buffer } from 'node:stream/consumers';
import type { TenantDb } from '../../db/client.ts';
import type { AccountContext, Clock, Tenant } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { keepOpenAccount } from '../account/account.exports.ts';
import { type Limit, limitRate } from '../../http/limits/rate-limit.ts';
import type { FileContent } from '../../http/route.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { fileNameOfTitle } from '../../providers/files/safe-file-name.ts';
import { discardFile, openFile, registerFile, storePaper } from '../files/files.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import type { LetterOrder } from '../papers/papers.exports.ts';
import { makePaper, papersFor } from '../papers/papers.service.ts';
import { maskEmail } from '../../lib/texts/mask-email.ts';
import { languageOfCustomer, requireOrders } from '../tenant/tenant.exports.ts';
import { hour } from '../../lib/time/durations.ts';
import { invoiceLetter, invoiceSender, kindOf, numberOf, textOf, type WholeInvoice } from './invoice.letter.ts';
import { findInvoice, findInvoicePaper, insertInvoicePaper, linesOfInvoice, lockOrder } from './invoices.queries.ts';

/**
 * Limits the mails of invoices like those of receipts (decision S4). The service counts them, once it has found the
 * owner. A call of somebody else must not use up the owner's.
 */
const mailLimit: Limit = { name: 'invoice-mail', max: 5, windowMs: hour };

/** The things that make an invoice's paper. */
export interface PaperServices {
  db: TenantDb;
  tenant: Tenant;
  clock: Clock;
  files: FileStorage;
}

/** Loads an order by its id, with its lines, for work that its owner has caused. @throws CallError NOT_FOUND */
export async function loadInvoice(db: TenantDb, tenantId: number, orderId: number): Promise<WholeInvoice> {
  const invoice = await findInvoice(db, tenantId, { id: orderId });
  if (!invoice) throw notFound();
  return { invoice, lines: await linesOfInvoice(db, tenantId, invoice.id) };
}

async function loadOwnInvoice(ctx: AccountContext, guid: string): Promise<WholeInvoice> {
  const { db, tenant, account } = ctx;
  requireOrders(tenant.settings);
  const invoice = await findInvoice(db, tenant.id, { guid, accountId: account.id });
  if (!invoice) throw notFound();
  return { invoice, lines: await linesOfInvoice(db, tenant.id, invoice.id) };
}

/** Opens the invoice of an order of the session's account. @throws CallError NOT_FOUND for somebody else's */
export async function openInvoice(ctx: AccountContext, files: FileStorage, orderGuid: string): Promise<FileContent> {
  const whole = await loadOwnInvoice(ctx, orderGuid);
  if (kindOf(whole.invoice) === 'proForma')
    return {
      ...(await paperOf(ctx.tenant, ctx.language, whole, papersFor(ctx, ctx.account.id))),
      disposition: 'inline',
    };
  const paper = await storeInvoice({ ...ctx, files }, whole);
  return { ...(await openFile(files, ctx.tenant.id, paper)), disposition: 'inline' };
}

/** Returns the invoice's file for a mail: the same file that the portal opens. */
export async function attachInvoice(services: PaperServices, language: string, whole: WholeInvoice) {
  if (kindOf(whole.invoice) === 'proForma') return paperOf(services.tenant, language, whole);
  const paper = await storeInvoice(services, whole);
  const content = paper.storage_name === null ? null : await services.files.get(services.tenant.id, paper.storage_name);
  if (!content) throw new Error(`the stored invoice of order ${whole.invoice.id} has gone`);
  return { fileName: paper.name, content: await buffer(content) };
}

/** Returns the content of an invoice's paper, in its current state. */
export function invoicePaper(tenant: Tenant, language: string, whole: WholeInvoice): LetterOrder {
  return {
    kind: 'invoice',
    letter: invoiceLetter(tenant, language, whole),
    sender: invoiceSender(tenant, language, whole),
    created: madeAt(whole),
    foot: textOf(tenant, language)(`foot.${kindOf(whole.invoice)}`, { number: numberOf(whole.invoice) }),
  };
}

async function paperOf(tenant: Tenant, language: string, whole: WholeInvoice, allow?: () => Promise<void>) {
  const name = textOf(tenant, language)(`heading.${kindOf(whole.invoice)}`, { number: numberOf(whole.invoice) });
  const content = await makePaper(tenant, invoicePaper(tenant, language, whole), allow);
  return { fileName: fileNameOfTitle(name, 'application/pdf'), content };
}

/** Returns the time of the paper: its own day, so that the same invoice gives the same bytes. */
const madeAt = ({ invoice: { invoiced_on, created_at } }: WholeInvoice) =>
  invoiced_on === null ? created_at : new Date(`${invoiced_on}T12:00:00Z`);

/**
 * Stores the paper of an invoice that has its number, unless it is stored already. The job after issuing calls it,
 * and everybody who opens the invoice before. The stored paper never changes; it is in the language of its account.
 * If two make one at once, one is kept.
 */
export async function storeInvoice(services: PaperServices, whole: WholeInvoice) {
  const { db, tenant, clock } = services;
  const { id: orderId, account_id: accountId } = whole.invoice;
  const storedPaper = await findInvoicePaper(db, tenant.id, orderId);
  if (storedPaper) return storedPaper;
  const { fileName, content } = await paperOf(tenant, languageOf(tenant, whole), whole);
  const stored = await storePaper(services, tenant.id, content, clock.now());
  const isKept = await db.transaction().execute(async (trx) => {
    await lockOrder(trx, tenant.id, orderId);
    if (await findInvoicePaper(trx, tenant.id, orderId)) return false;
    const contentType = 'application/pdf';
    const file = { tenantId: tenant.id, accountId, name: fileName, contentType, stored, now: clock.now() };
    await insertInvoicePaper(trx, tenant.id, { order_id: orderId, file_id: await registerFile(trx, file) });
    return true;
  });
  if (!isKept) await discardFile(services, { tenantId: tenant.id, storageName: stored.name });
  const paper = await findInvoicePaper(db, tenant.id, orderId);
  if (!paper) throw new Error('an invoice that was just stored is not there');
  return paper;
}

/** Returns the account's language if the marina offers it, else the default. */
export const languageOf = (tenant: Tenant, { invoice }: WholeInvoice): string =>
  languageOfCustomer(tenant, invoice.language);

/**
 * Queues the invoice of an order of the session's account.
 * @param recipient null: the account's address on file
 */
export async function mailInvoice(ctx: AccountContext, orderGuid: string, recipient: string | null) {
  const { db, tenant, account, clock, language } = ctx;
  const { invoice } = await loadOwnInvoice(ctx, orderGuid);
  const address = recipient ?? invoice.email;
  if (address === '') throw new CallError('NO_ACCOUNT_EMAIL');
  const now = clock.now();
  await limitRate(db, tenant.id, { limit: mailLimit, who: String(invoice.id) }, now);
  await db.transaction().execute(async (trx) => {
    await keepOpenAccount(trx, tenant.id, account.id);
    await queueMail(trx, tenant, { kind: 'invoice', recipient: address, language, orderId: invoice.id }, now);
  });
  return { emailQueued: true as const, maskedEmail: maskEmail(address) };
}
