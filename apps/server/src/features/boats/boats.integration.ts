import {
  type BoatResource,
  getBoat,
  listBoatResources,
  patchBoat,
  putBoat,
} from '@quayside/contract/integration/boats.ts';
import type { z } from 'zod';
import type { TenantDb } from '../../db/client.ts';
import type { IntegrationContext } from '../../http/context.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import {
  answerResource,
  parsePage,
  presentPage,
  rowOf,
  saveResource,
  type TakeRows,
  wholeRowOf,
  type ResourceChange,
} from '../integration-rows/integration-rows.exports.ts';
import { presentBoatResource } from './boat-resources.presenter.ts';
import { findBoatResource, listBoatResourceRows } from './boat-resources.queries.ts';

type Resource = z.input<typeof BoatResource>;

/** The calls of the integration API about boats. */
export function boatIntegrationRoutes(takeRows: TakeRows): Route[] {
  const save = (
    ctx: IntegrationContext,
    reference: string,
    change: Pick<ResourceChange<Resource>, 'mayCreate' | 'rows'>,
  ) => saveResource(ctx, { ...change, takeRows, kind: 'boats', name: reference, find: finderOf(ctx, reference) });
  return [
    integrationRoute(listBoatResources, async ({ db, tenant }, args) => {
      const page = parsePage(listBoatResources, args);
      return presentPage(await listBoatResourceRows(db, tenant.id, page, args.query), page, presentBoatResource);
    }),
    integrationRoute(getBoat, async (ctx, { params }) =>
      answerResource(ctx, await finderOf(ctx, params.reference)(ctx.db)),
    ),
    integrationRoute(putBoat, (ctx, { params: { reference }, body }) =>
      save(ctx, reference, {
        mayCreate: true,
        rows: () => ({ boats: [{ ...wholeRowOf(body, ['sticker']), reference }] }),
      }),
    ),
    integrationRoute(patchBoat, (ctx, { params: { reference }, body }) =>
      save(ctx, reference, {
        mayCreate: false,
        rows: (stored) => ({ boats: [{ ...rowOf({ ...writableOf(stored), ...body }), reference }] }),
      }),
    ),
  ];
}

const finderOf = (ctx: IntegrationContext, reference: string) => async (db: TenantDb) => {
  const row = await findBoatResource(db, ctx.tenant.id, reference);
  return row && presentBoatResource(row);
};

function writableOf(stored: Resource | undefined) {
  const { reference: _, updatedAt: __, ...fields } = stored ?? ({} as Partial<Resource>);
  return fields;
}
