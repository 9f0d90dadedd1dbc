import { emailInvoice, getInvoice } from '@quayside/contract/orders/invoices.ts';
import { notFound } from '../../http/errors.ts';
import { accountRoute, type Route } from '../../http/route.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { mailInvoice, openInvoice } from './invoices.service.ts';

export const invoiceRoutes = (files: FileStorage): Route[] => [
  accountRoute(getInvoice, (ctx, { params }) => openInvoice(ctx, files, params.orderGuid)),
  accountRoute(emailInvoice, (ctx, { params: { guid }, body: { accountGuid, orderGuid, email } }) => {
    if (guid !== orderGuid && guid !== accountGuid) throw notFound();
    return mailInvoice(ctx, orderGuid, email ?? null);
  }),
];
