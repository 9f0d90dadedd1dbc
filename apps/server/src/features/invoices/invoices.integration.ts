import { getInvoiceFile, getInvoiceResource, listInvoices } from '@quayside/contract/integration/invoices.ts';
import { notFound } from '../../http/errors.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { openFile } from '../files/files.service.ts';
import { answerResource, parsePage, presentPage } from '../integration-rows/integration-rows.exports.ts';
import { presentInvoiceResource } from './invoice-resources.presenter.ts';
import { findInvoiceResource, pageOfInvoices } from './invoice-resources.queries.ts';
import { loadInvoice, storeInvoice } from './invoices.service.ts';

/** The calls of the integration API that read invoices. */
export const invoiceIntegrationRoutes = (files: FileStorage): Route[] => [
  integrationRoute(listInvoices, async ({ db, tenant }, args) => {
    const page = parsePage(listInvoices, args);
    const rows = await pageOfInvoices(db, tenant.id, page, args.query);
    return presentPage(rows, page, (row) => presentInvoiceResource(row, tenant));
  }),
  integrationRoute(getInvoiceResource, async (ctx, { params }) => {
    const row = await findInvoiceResource(ctx.db, ctx.tenant.id, params.number);
    return answerResource(ctx, row && presentInvoiceResource(row, ctx.tenant));
  }),
  integrationRoute(getInvoiceFile, async (ctx, { params }) => {
    const row = await findInvoiceResource(ctx.db, ctx.tenant.id, params.number);
    if (!row) throw notFound();
    const paper = await storeInvoice({ ...ctx, files }, await loadInvoice(ctx.db, ctx.tenant.id, row.id));
    return { ...(await openFile(files, ctx.tenant.id, paper)), disposition: 'attachment' as const };
  }),
];
