import { minorToMajor } from '@quayside/contract/money.ts';
import {
  getOrderResource,
  listOrderResources,
  type OrderResource,
  patchOrder,
  putOrder,
} from '@quayside/contract/integration/orders.ts';
import type { z } from 'zod';
import type { TenantDb } from '../../db/client.ts';
import type { IntegrationContext, Tenant } from '../../http/context.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import {
  answerResource,
  pageWished,
  presentPage,
  rowOf,
  type RowsByKind,
  saveResource,
  type TakeRows,
  wholeRowOf,
  type Wish,
} from '../integration-rows/integration-rows.face.ts';
import {
  findOrderResource,
  type LineJson,
  listOrderResourceRows,
  type OrderResourceRow,
} from './order-resources.queries.ts';

type Resource = z.input<typeof OrderResource>;
type Body = z.output<typeof putOrder.body>;

const mayBeEmpty = ['site', 'boat', 'cancelledOn', 'agreement', 'invoiceNumber', 'invoicedOn'];

/** The calls of the integration API about orders. */
export function orderIntegrationRoutes(takeRows: TakeRows): Route[] {
  const save = (ctx: IntegrationContext, reference: string, wish: Pick<Wish<Resource>, 'mayCreate' | 'rows'>) =>
    saveResource(ctx, { ...wish, takeRows, kind: 'orders', name: reference, find: finderOf(ctx, reference) });
  return [
    integrationRoute(listOrderResources, async ({ db, tenant }, { query }) => {
      const page = pageWished(query);
      return presentPage(await listOrderResourceRows(db, tenant.id, page, query), page, presentIn(tenant));
    }),
    integrationRoute(getOrderResource, async (ctx, { params }) =>
      answerResource(ctx, await finderOf(ctx, params.reference)(ctx.db)),
    ),
    integrationRoute(putOrder, (ctx, { params: { reference }, body }) =>
      save(ctx, reference, {
        mayCreate: true,
        rows: () => ({ orders: [{ ...wholeRowOf(body, mayBeEmpty), reference }], ...lineRows(reference, body) }),
      }),
    ),
    integrationRoute(patchOrder, (ctx, { params: { reference }, body }) =>
      save(ctx, reference, {
        mayCreate: false,
        rows: (stored) => ({
          orders: [{ ...rowOf({ ...writableOf(stored), ...body }), reference }],
          ...lineRows(reference, body),
        }),
      }),
    ),
  ];
}

/** Returns the rows of an order's lines, in their order. Without lines the stored ones stay. */
function lineRows(reference: string, { lines }: Body): RowsByKind {
  if (lines === undefined) return {};
  const optional = ['unit', 'startsOn', 'endsOn', 'location', 'boat'];
  const rows = lines.map((line, index) => ({
    ...wholeRowOf(line, optional),
    order: reference,
    position: String(index + 1),
  }));
  return { 'order-lines': rows };
}

const finderOf = (ctx: IntegrationContext, reference: string) => async (db: TenantDb) => {
  const row = await findOrderResource(db, ctx.tenant.id, reference);
  return row && presentIn(ctx.tenant)(row);
};

const presentIn =
  ({ settings }: Tenant) =>
  (row: OrderResourceRow): Resource => {
    const amount = (minor: number) => minorToMajor(minor, settings.culture.currencyDecimalPlaces);
    return {
      reference: row.reference,
      number: row.id,
      account: row.account,
      site: row.site_id,
      type: row.order_type,
      boat: row.boat_name,
      createdOn: row.created_on,
      dueOn: row.tax_point_date,
      currency: row.currency,
      total: amount(row.gross_minor),
      paid: amount(row.allocated_minor),
      outstanding: amount(row.cancelled_on === null ? Math.max(0, row.gross_minor - row.allocated_minor) : 0),
      status: statusOf(row),
      cancelledOn: row.cancelled_on,
      agreement: row.agreement,
      invoiceNumber: row.invoice_number,
      invoicedOn: row.invoiced_on,
      lines: row.lines.map((line) => presentLine(line, amount)),
      updatedAt: row.updated_at.toISOString(),
    };
  };

function statusOf({ cancelled_on, gross_minor, allocated_minor }: OrderResourceRow): Resource['status'] {
  if (cancelled_on !== null) return 'cancelled';
  return gross_minor > allocated_minor ? 'open' : 'paid';
}

const presentLine = (line: LineJson, amount: (minor: number) => number): Resource['lines'][number] => ({
  name: line.name,
  quantity: line.quantity,
  unit: line.unit,
  unitPrice: amount(line.unit_minor),
  vatPercent: line.vat_percent,
  total: amount(line.total_minor),
  startsOn: line.starts_on,
  endsOn: line.ends_on,
  location: line.location,
  boat: line.boat,
});

/** Returns the fields of the stored order that a row has. Its total comes from its lines. */
function writableOf(stored: Resource | undefined) {
  if (!stored) return {};
  const { account, site, type, boat, createdOn, dueOn, cancelledOn, agreement, invoiceNumber, invoicedOn } = stored;
  return { account, site, type, boat, createdOn, dueOn, cancelledOn, agreement, invoiceNumber, invoicedOn };
}
