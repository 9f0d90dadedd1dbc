import { getBoat, listBoatResources, patchBoat, putBoat } from '@quayside/contract/integration/boats.ts';
import type { Route } from '../../http/route.ts';
import { resourceRoutes, type TakeRows } from '../integration-rows/integration-rows.exports.ts';
import { presentBoatResource } from './boat-resources.presenter.ts';
import { findBoatResource, pageOfBoats } from './boat-resources.queries.ts';

/** The calls of the integration API about boats. */
export const boatIntegrationRoutes = (takeRows: TakeRows): Route[] =>
  resourceRoutes({
    takeRows,
    kind: 'boats',
    calls: { list: listBoatResources, get: getBoat, put: putBoat, patch: patchBoat },
    key: ({ reference = '' }) => ({ reference }),
    keptByPut: ['retired'],
    find: (db, tenantId, { reference = '' }) => findBoatResource(db, tenantId, reference),
    page: pageOfBoats,
    present: presentBoatResource,
  });
