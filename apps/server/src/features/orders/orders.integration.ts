import {
  cancelOrder,
  getOrderResource,
  listOrderResources,
  OrderLineRow,
  type OrderResource,
  patchOrder,
  putOrder,
  WholeOrder,
} from '@quayside/contract/integration/orders.ts';
import type { z } from 'zod';
import type { TenantDb } from '../../db/client.ts';
import type { IntegrationContext } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import {
  answerResource,
  changeResource,
  doOnce,
  parsePage,
  presentPage,
  rowOf,
  type RowsByKind,
  saveResource,
  storedRowOf,
  type TakeRows,
  refuseNoLines,
  wholeRowOf,
  type ResourceChange,
} from '../integration-rows/integration-rows.exports.ts';
import { siteDay } from '../tenant/tenant.exports.ts';
import { presentOrderIn } from './order-resources.presenter.ts';
import { findOrderResource, listOrderResourceRows } from './order-resources.queries.ts';

type Resource = z.input<typeof OrderResource>;
type Body = z.output<typeof putOrder.body>;

/** The fields that keep their stored value if a PUT leaves them out. */
const keptByPut = ['total', 'lines'];

/** The calls of the integration API about orders. */
export function orderIntegrationRoutes(takeRows: TakeRows): Route[] {
  const orderOf = (ctx: IntegrationContext, reference: string) => ({
    takeRows,
    kind: 'orders' as const,
    name: reference,
    find: finderOf(ctx, reference),
    // The row of an order has no column of its lines, so its reference is named if they are wrong for the order.
    fieldNames: { reference: 'lines' },
  });
  const save = (
    ctx: IntegrationContext,
    reference: string,
    change: Pick<ResourceChange<Resource>, 'mayCreate' | 'rows'>,
  ) => saveResource(ctx, { ...change, ...orderOf(ctx, reference) });
  return [
    integrationRoute(listOrderResources, async ({ db, tenant }, args) => {
      const page = parsePage(listOrderResources, args);
      return presentPage(await listOrderResourceRows(db, tenant.id, page, args.query), page, presentOrderIn(tenant));
    }),
    integrationRoute(getOrderResource, async (ctx, { params }) =>
      answerResource(ctx, await finderOf(ctx, params.reference)(ctx.db)),
    ),
    integrationRoute(putOrder, (ctx, { params: { reference }, body }) =>
      save(ctx, reference, {
        mayCreate: true,
        rows: (stored) => ({
          orders: [{ ...wholeRowOf(withCancelledOn(body, stored), WholeOrder, keptByPut), reference }],
          ...lineRows(reference, body, stored),
        }),
      }),
    ),
    integrationRoute(patchOrder, (ctx, { params: { reference }, body }) =>
      save(ctx, reference, {
        mayCreate: false,
        rows: (stored) => {
          refuseNoNumber(body, stored);
          return {
            orders: [{ ...rowOf({ ...writableOf(stored), ...body }), reference }],
            ...lineRows(reference, body, stored),
          };
        },
      }),
    ),
    integrationRoute(cancelOrder, (ctx, args) =>
      doOnce(ctx, cancelOrder, args, async (trx) => {
        const { reference } = args.params;
        const order = await findOrderResource(trx, ctx.tenant.id, reference);
        if (!order) throw notFound();
        const today = siteDay(ctx.clock.now(), order.time_zone);
        const rows = (stored: Resource | undefined): RowsByKind => {
          // An order that is cancelled keeps its day.
          const cancelledOn = stored?.cancelledOn ?? args.body.on ?? today;
          return { orders: [{ ...rowOf({ ...writableOf(stored), cancelledOn }), reference }] };
        };
        const change = { ...orderOf(ctx, reference), rows, mayCreate: false, fieldNames: { cancelledOn: 'on' } };
        return (await changeResource({ ...ctx, db: trx }, change)).saved;
      }),
    ),
  ];
}

/** Adds the day to a PUT that leaves it out: a cancelled order stays cancelled. */
const withCancelledOn = (body: Body, stored: Resource | undefined) =>
  body.cancelledOn === undefined ? { ...body, cancelledOn: stored?.cancelledOn } : body;

/** @throws CallError ROW_REFUSED for a PATCH that takes an invoice's number away */
function refuseNoNumber({ invoiceNumber }: Partial<Body>, stored: Resource | undefined): void {
  if (invoiceNumber === null && stored?.invoiceNumber)
    throw refused('invoiceNumber', 'is empty: an invoice keeps its number');
}

const refused = (fieldName: string, message: string) =>
  new CallError('ROW_REFUSED', {
    fields: [{ errorCode: 'refused', fieldName, message }],
    values: { field: fieldName },
  });

/** Returns the rows of an order's lines, in their order. Without lines the stored ones stay. */
function lineRows(reference: string, { lines }: Body, stored: Resource | undefined): RowsByKind {
  if (lines === undefined) return {};
  refuseNoLines(lines, stored);
  const rows = lines.map((line, index) => ({
    ...wholeRowOf(line, OrderLineRow),
    order: reference,
    position: String(index + 1),
  }));
  return { 'order-lines': rows };
}

const finderOf = (ctx: IntegrationContext, reference: string) => async (db: TenantDb) => {
  const row = await findOrderResource(db, ctx.tenant.id, reference);
  return row && presentOrderIn(ctx.tenant)(row);
};

/** Returns the fields of the stored order that a row has. Its total comes from its lines. */
const writableOf = (stored: Resource | undefined) => (stored ? storedRowOf(stored, WholeOrder, ['total']) : {});
