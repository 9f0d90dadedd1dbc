import type { Call } from '@quayside/contract/shared/call.ts';
import type { z } from 'zod';
import type { TenantDb } from '../../db/client.ts';
import type { IntegrationContext, Tenant } from '../../http/context.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import { type Page, parsePage, presentPage } from './page.rules.ts';
import { rowOf, storedRowOf, type Values, wholeRowOf } from './row-of-body.rules.ts';
import type { Row, RowKind, TakeRows } from './row-taking.types.ts';
import { answerResource, removeResource, type RowsByKind, saveResource } from './save-resource.service.ts';

type AnsweringCall = Call<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;
type Params = Readonly<Record<string, string>>;
type ListFilter = Readonly<Record<string, string | undefined>>;

interface Given {
  params: Params;
  body: Values;
}

/** The calls of a resource. A resource may lack some. The body of `put` names the fields of its rows. */
interface ResourceCalls {
  list?: AnsweringCall;
  get?: AnsweringCall;
  put: Call<z.ZodType, z.ZodType, z.ZodObject, z.ZodType>;
  patch?: AnsweringCall;
  remove?: AnsweringCall;
}

interface RowResource<Stored extends object, Resource extends object> {
  takeRows: TakeRows;
  kind: RowKind;
  calls: ResourceCalls;
  /** The columns that name the object, by the parameters of its path. */
  key: (params: Params) => Row;
  /** The fields that keep their stored value if a `PUT` leaves them out. Without an entry here they are empty then. */
  keptByPut?: readonly string[];
  /** Returns the fields that the row of a change does not repeat from the stored object. Default: it repeats all. */
  notRepeated?: (change: Values) => readonly string[];
  find: (db: TenantDb, tenantId: number, params: Params) => Promise<Stored | undefined>;
  /** Reads a page of the list. The filter has the parameters of the path too. */
  page?: (
    db: TenantDb,
    tenantId: number,
    page: Page,
    filter: ListFilter,
  ) => Promise<(Stored & { id: number; changed_at: string })[]>;
  present: (row: Stored, tenant: Tenant) => Resource;
  /** Returns the rows of the object's lines, if it has lines. Without lines the stored ones stay. */
  lineRows?: (key: Row, body: Values, stored: Resource | undefined) => RowsByKind;
}

/** Makes the routes of a resource whose objects are rows of the import: they are changed by the import's own rules. */
export function resourceRoutes<Stored extends object, Resource extends object>(
  resource: RowResource<Stored, Resource>,
): Route[] {
  const { takeRows, kind, calls, key, keptByPut, notRepeated = () => [], present, lineRows = () => ({}) } = resource;
  const finder = (ctx: IntegrationContext, params: Params) => async (db: TenantDb) => {
    const row = await resource.find(db, ctx.tenant.id, params);
    return row && present(row, ctx.tenant);
  };
  const change = (ctx: IntegrationContext, params: Params) => ({
    takeRows,
    kind,
    name: Object.values(key(params)).join(' '),
    // A row has no column of its lines, so its reference is named if they are wrong for the object.
    ...(resource.lineRows && { fieldNames: { reference: 'lines' } }),
    find: finder(ctx, params),
  });
  const save = (
    ctx: IntegrationContext,
    { params, body }: Given,
    mayCreate: boolean,
    fields: (stored: Resource | undefined) => Row,
  ) =>
    saveResource(ctx, {
      ...change(ctx, params),
      mayCreate,
      rows: (stored) => ({ [kind]: [{ ...fields(stored), ...key(params) }], ...lineRows(key(params), body, stored) }),
    });
  const { list, get, put, patch, remove } = calls;
  const repeated = (stored: Resource | undefined, change: Values) =>
    stored ? storedRowOf(stored, put.body, notRepeated(change)) : {};
  const { page: readPage } = resource;
  const routes = [
    list &&
      readPage &&
      integrationRoute(list, async ({ db, tenant }, { params, query }) => {
        const page = parsePage(list, { params, query } as Parameters<typeof parsePage>[1]);
        const filter = { ...(query as ListFilter), ...(params as Params) };
        return presentPage(await readPage(db, tenant.id, page, filter), page, (row) => present(row, tenant));
      }),
    get &&
      integrationRoute(get, async (ctx, { params }) =>
        answerResource(ctx, await finder(ctx, params as Params)(ctx.db)),
      ),
    integrationRoute(put, (ctx, args) => {
      const given = args as Given;
      return save(ctx, given, true, () => wholeRowOf(given.body, put.body, keptByPut));
    }),
    patch &&
      integrationRoute(patch, (ctx, args) => {
        const given = args as Given;
        return save(ctx, given, false, (stored) => rowOf({ ...repeated(stored, given.body), ...given.body }));
      }),
    remove &&
      integrationRoute(remove, (ctx, { params }) =>
        removeResource(ctx, {
          ...change(ctx, params as Params),
          rows: (stored) => ({
            [kind]: [{ ...rowOf(repeated(stored, {})), ...key(params as Params), removed: 'yes' }],
          }),
        }),
      ),
  ];
  return routes.filter((route) => route !== undefined);
}
