import {
  getSite,
  listSiteResources,
  patchSite,
  putSite,
  type SiteResource,
} from '@quayside/contract/integration/sites.ts';
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
  type ResourceChange,
} from '../integration-rows/integration-rows.exports.ts';
import { presentSiteResource } from './sites.presenter.ts';
import { findSite, listSites } from './sites.queries.ts';

type Resource = z.input<typeof SiteResource>;

/** The calls of the integration API about the marina's harbours. */
export function siteIntegrationRoutes(takeRows: TakeRows): Route[] {
  const save = (
    ctx: IntegrationContext,
    number: number,
    change: Pick<ResourceChange<Resource>, 'mayCreate' | 'rows'>,
  ) => saveResource(ctx, { ...change, takeRows, kind: 'sites', name: String(number), find: finderOf(ctx, number) });
  return [
    integrationRoute(listSiteResources, async ({ db, tenant }, args) => {
      const page = parsePage(listSiteResources, args);
      return presentPage(await listSites(db, tenant.id, page), page, presentSiteResource);
    }),
    integrationRoute(getSite, async (ctx, { params }) =>
      answerResource(ctx, await finderOf(ctx, params.number)(ctx.db)),
    ),
    integrationRoute(putSite, (ctx, { params: { number }, body }) =>
      save(ctx, number, { mayCreate: true, rows: () => ({ sites: [{ ...rowOf(body), number: String(number) }] }) }),
    ),
    integrationRoute(patchSite, (ctx, { params: { number }, body }) =>
      save(ctx, number, {
        mayCreate: false,
        rows: (stored) => ({ sites: [{ ...rowOf({ ...writableOf(stored), ...body }), number: String(number) }] }),
      }),
    ),
  ];
}

const finderOf = (ctx: IntegrationContext, number: number) => async (db: TenantDb) => {
  const row = await findSite(db, ctx.tenant.id, number);
  return row && presentSiteResource(row);
};

function writableOf(stored: Resource | undefined) {
  const { number: _, updatedAt: __, ...fields } = stored ?? ({} as Partial<Resource>);
  return fields;
}
