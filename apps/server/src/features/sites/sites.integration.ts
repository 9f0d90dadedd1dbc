import { getSite, listSiteResources, patchSite, putSite } from '@quayside/contract/integration/sites.ts';
import type { Route } from '../../http/route.ts';
import { resourceRoutes, type TakeRows } from '../integration-rows/integration-rows.exports.ts';
import { presentSiteResource } from './sites.presenter.ts';
import { findSite, pageOfSites } from './sites.queries.ts';

/** The calls of the integration API about the marina's harbours. */
export const siteIntegrationRoutes = (takeRows: TakeRows): Route[] =>
  resourceRoutes({
    takeRows,
    kind: 'sites',
    calls: { list: listSiteResources, get: getSite, put: putSite, patch: patchSite },
    key: ({ number }) => ({ number: String(number) }),
    find: (db, tenantId, { number }) => findSite(db, tenantId, Number(number)),
    page: pageOfSites,
    present: presentSiteResource,
  });
