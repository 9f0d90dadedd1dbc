import * as orderResources from '@quayside/contract/integration/orders.ts';
import * as ordersContract from '@quayside/contract/orders/orders.ts';
import type { Feature } from '../feature.ts';
import { orderIntegrationRoutes } from './orders.integration.ts';
import { orderRoutes, type ShowPaymentsOf } from './orders.routes.ts';
import { orderTables } from './orders.tables.ts';

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    order: true;
  }
}

/** @param showPaymentsOf shows an order's payments */
export const ordersFeature = (showPaymentsOf: ShowPaymentsOf): Feature => ({
  chapter: { name: 'orders', description: 'Orders of the account, and their invoices.', files: [ordersContract] },
  routes: () => orderRoutes(showPaymentsOf),
  integration: {
    chapter: { name: 'orders', description: 'Orders with their lines.', files: [orderResources] },
    routes: ({ takeRows }) => orderIntegrationRoutes(takeRows),
  },
  tables: orderTables,
});
