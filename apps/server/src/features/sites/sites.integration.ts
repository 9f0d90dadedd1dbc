import { getSite } from '@quayside/contract/integration/sites.ts';
import { notFound } from '../../http/errors.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import { findSiteRow } from './sites.queries.ts';

/** The calls of the integration API about the marina's harbours. */
export const siteIntegrationRoutes: Route[] = [
  integrationRoute(getSite, async ({ db, tenant }, { params }) => {
    const site = await findSiteRow(db, tenant.id, params.number);
    if (!site) throw notFound();
    return site;
  }),
];
