import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { minorToMajor } from '@quayside/contract/shared/money.ts';
import { ZipFile } from 'yazl';
import type { CallLimit } from '../../http/limits/call-limits.ts';
import type { AccountContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import type { FileContent } from '../../http/route.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { fileNameOfTitle } from '../../providers/files/safe-file-name.ts';
import { openInvoice } from '../invoices/invoices.service.ts';
import {
  hasReceipt,
  isPaid,
  type PaymentState,
  paymentStates,
  paymentReference,
} from '../payments/payments.exports.ts';
import { loadReceipt, receiptPdf } from '../receipts/receipts.service.ts';
import { requireOrders } from '../tenant/tenant.exports.ts';
import { hour } from '../../lib/time/durations.ts';
import { invoicedOrders, paymentsOfYear, sumsOfYear } from './exports.queries.ts';

/** A ZIP may draw many papers. Papers drawn for it don't count in the limit of single papers. */
export const zipLimit: CallLimit = { name: 'papers-of-year', per: 'account', max: 5, windowMs: hour };

/** A paper of the ZIP. It is opened when its turn comes. */
interface Paper {
  fileName: string;
  open: () => Promise<Readable>;
}

/** Returns the totals of a year, in the tenant's currency. */
export async function yearTotals(ctx: AccountContext, year: number) {
  const { isoCurrencyCode: currency, currencyDecimalPlaces: places } = ctx.tenant.settings.culture;
  const { ordered, paid } = await sumsOfYear(ctx.db, ofYear(ctx, year), { currency, states: statesWith(isPaid) });
  const { orders, payments } = await rowsOfYear(ctx, year);
  const papers = orders.length + payments.length;
  return { ordered: minorToMajor(ordered, places), paid: minorToMajor(paid, places), papers };
}

/** Makes the ZIP of a year's papers. One paper at a time is in memory. @throws CallError NOT_FOUND if there is none */
export async function zipPapers(ctx: AccountContext, files: FileStorage, year: number): Promise<FileContent> {
  requireOrders(ctx.tenant.settings);
  const papers = await papersOfYear(ctx, files, year);
  if (papers.length === 0) throw notFound();
  const name = tenantText(ctx.tenant, ctx.language, 'export.file.papers', { year });
  return { content: zipOf(papers, ctx), fileName: `${name}.zip`, disposition: 'attachment' };
}

const ofYear = ({ tenant, account }: AccountContext, year: number) => ({
  tenantId: tenant.id,
  accountId: account.id,
  year,
});

const statesWith = (is: (state: PaymentState) => boolean): PaymentState[] =>
  (Object.keys(paymentStates) as PaymentState[]).filter(is);

async function rowsOfYear(ctx: AccountContext, year: number) {
  const of = ofYear(ctx, year);
  return {
    orders: await invoicedOrders(ctx.db, of),
    payments: await paymentsOfYear(ctx.db, of, statesWith(hasReceipt)),
  };
}

/** Returns the papers: the invoices, then the receipts, each by its day. */
async function papersOfYear(ctx: AccountContext, files: FileStorage, year: number): Promise<Paper[]> {
  const { tenant, language, db } = ctx;
  const { orders, payments } = await rowsOfYear(ctx, year);
  const invoices = orders.map(({ guid, invoice_number }) => ({
    fileName: nameOf(tenantText(tenant, language, 'export.file.invoice', { number: invoice_number ?? '' })),
    open: async () => readableOf((await openInvoice(ctx, files, guid)).content),
  }));
  const receipts = payments.map(({ id }) => ({
    fileName: nameOf(`${tenantText(tenant, language, 'receipt.heading')} ${paymentReference(id)}`),
    open: async () => {
      const receipt = await loadReceipt(db, tenant.id, id, { account: ctx.account, orderKey: null });
      return readableOf((await receiptPdf(tenant, language, receipt)).content);
    },
  }));
  return [...invoices, ...receipts];
}

const nameOf = (title: string) => fileNameOfTitle(title, 'application/pdf');

async function readableOf(content: FileContent['content']): Promise<Readable> {
  if (Buffer.isBuffer(content)) return Readable.from([content]);
  const stream = 'open' in content ? await content.open() : content;
  if (!stream) throw new Error('a stored paper has gone');
  return stream;
}

/**
 * Writes the ZIP while the browser takes it. A paper that fails ends the download, so that none is missing silently.
 */
function zipOf(papers: readonly Paper[], { clock }: AccountContext): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.on('error', (error: Error) => output.destroy(error));
  pipeline(zip.outputStream as Readable, output).catch(() => undefined);
  const taken = new Set<string>();
  for (const { fileName, open } of papers) {
    const name = taken.has(fileName) ? fileName.replace(/\.pdf$/, ` (${taken.size}).pdf`) : fileName;
    taken.add(name);
    // A PDF is compressed already.
    zip.addReadStreamLazy(name, { mtime: clock.now(), compress: false }, (give) => {
      open().then(
        (stream) => give(null, stream),
        (error: unknown) => give(error, Readable.from([])),
      );
    });
  }
  zip.end();
  return output;
}
