import {
  type BoatResource,
  getBoat,
  listBoatResources,
  patchBoat,
  putBoat,
} from '@quayside/contract/integration/boats.ts';
import type { z } from 'zod';
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
    mayBeEmpty: ['sticker'],
    find: (db, tenantId, { reference = '' }) => findBoatResource(db, tenantId, reference),
    page: pageOfBoats,
    present: presentBoatResource,
    writable: (stored: z.input<typeof BoatResource>) => {
      const { account, name, type, length, beam, draft, relationship, sticker } = stored;
      return { account, name, type, length, beam, draft, relationship, sticker };
    },
  });
