import { downloadPapers, exportOrders, exportPayments, getYearTotals } from '@quayside/contract/account/exports.ts';
import { accountRoute, type Route } from '../../http/route.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { exportLimit, ordersAsCsv, paymentsAsCsv } from './csv.service.ts';
import { yearTotals, zipLimit, zipPapers } from './year.service.ts';

export const exportRoutes = (files: FileStorage): Route[] => [
  accountRoute(
    exportOrders,
    (ctx, { query }) => ordersAsCsv(ctx, { ...query, from: query.fromDate, to: query.toDate }),
    [exportLimit],
  ),
  accountRoute(
    exportPayments,
    (ctx, { query }) => paymentsAsCsv(ctx, { ...query, from: query.fromDate, to: query.toDate }),
    [exportLimit],
  ),
  accountRoute(downloadPapers, (ctx, { params }) => zipPapers(ctx, files, params.year), [zipLimit]),
  accountRoute(getYearTotals, (ctx, { params }) => yearTotals(ctx, params.year)),
];
