import {
  getSite,
  listSiteResources,
  patchSite,
  putSite,
  type SiteResource,
} from '@quayside/contract/integration/sites.ts';
import type { z } from 'zod';
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
    mayBeEmpty: [],
    find: (db, tenantId, { number }) => findSite(db, tenantId, Number(number)),
    page: pageOfSites,
    present: presentSiteResource,
    writable: ({ name, address, telephone, email, timeZone }: z.input<typeof SiteResource>) => ({
      name,
      address,
      telephone,
      email,
      timeZone,
    }),
  });
