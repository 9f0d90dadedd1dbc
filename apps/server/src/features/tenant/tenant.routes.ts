import { getConfig, listCountries, listSites } from '@quayside/contract/tenant/tenant.ts';
import { publicRoute, type Route } from '../../http/route.ts';
import { countriesIn } from './countries.rules.ts';
import { presentConfig } from './tenant.presenter.ts';
import { listSiteRows } from './tenant.queries.ts';

export const tenantRoutes: readonly Route[] = [
  publicRoute(getConfig, ({ tenant, request }) => presentConfig(tenant, request.origin)),
  publicRoute(listSites, async ({ db, tenant }) => ({ sites: await listSiteRows(db, tenant.id) })),
  publicRoute(listCountries, ({ language }) => ({ countries: countriesIn(language) })),
];
