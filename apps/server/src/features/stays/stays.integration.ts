import {
  deleteStay,
  getStayResource,
  listStayResources,
  patchStay,
  putStay,
  type StayResource,
} from '@quayside/contract/integration/stays.ts';
import type { z } from 'zod';
import type { Route } from '../../http/route.ts';
import { resourceRoutes, type TakeRows } from '../integration-rows/integration-rows.exports.ts';
import { presentStayResource } from './stays.presenter.ts';
import { findStayResource, pageOfStays } from './stay-resources.queries.ts';

type Resource = z.input<typeof StayResource>;

/** The calls of the integration API about stays. */
export const stayIntegrationRoutes = (takeRows: TakeRows): Route[] =>
  resourceRoutes({
    takeRows,
    kind: 'stays',
    calls: { list: listStayResources, get: getStayResource, put: putStay, patch: patchStay, remove: deleteStay },
    key: ({ reference = '' }) => ({ reference }),
    mayBeEmpty: ['departsOn'],
    find: (db, tenantId, { reference = '' }) => findStayResource(db, tenantId, reference),
    page: pageOfStays,
    present: presentStayResource,
    // The boat's reference is left out: a stay with another boat's name would keep the first boat.
    // Likewise the name, if the change brings another boat by its reference.
    writable: (stored: Resource, { boatReference }) => {
      const { account, boat, arrivesOn, departsOn, place, type } = stored;
      return { account, ...(boatReference ? {} : { boat }), arrivesOn, departsOn, place, type };
    },
  });
