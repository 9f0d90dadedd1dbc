import {
  deleteStay,
  getStayResource,
  listStayResources,
  patchStay,
  putStay,
} from '@quayside/contract/integration/stays.ts';
import type { Route } from '../../http/route.ts';
import { resourceRoutes, type TakeRows } from '../integration-rows/integration-rows.exports.ts';
import { presentStayResource } from './stays.presenter.ts';
import { findStayResource, pageOfStays } from './stay-resources.queries.ts';

/** The calls of the integration API about stays. */
export const stayIntegrationRoutes = (takeRows: TakeRows): Route[] =>
  resourceRoutes({
    takeRows,
    kind: 'stays',
    calls: { list: listStayResources, get: getStayResource, put: putStay, patch: patchStay, remove: deleteStay },
    key: ({ reference = '' }) => ({ reference }),
    keptByPut: ['boat', 'boatReference'],
    find: (db, tenantId, { reference = '' }) => findStayResource(db, tenantId, reference),
    page: pageOfStays,
    present: presentStayResource,
    // The boat's reference is left out: a stay with another boat's name would keep the first boat.
    // Likewise the name, if the change brings another boat by its reference.
    notRepeated: ({ boatReference }) => ['boatReference', ...(boatReference ? ['boat'] : [])],
  });
