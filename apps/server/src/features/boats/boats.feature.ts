import * as boatsContract from '@quayside/contract/account/boats.ts';
import * as boatResources from '@quayside/contract/integration/boats.ts';
import type { Feature } from '../feature.ts';
import { boatIntegrationRoutes } from './boats.integration.ts';
import { boatTables } from './boats.tables.ts';

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    boat: true;
  }
}

export const boatsFeature: Feature = {
  chapter: { name: 'account', files: [boatsContract] },
  integration: {
    chapter: { name: 'boats', description: 'The boats of customers.', files: [boatResources] },
    routes: ({ takeRows }) => boatIntegrationRoutes(takeRows),
  },
  tables: boatTables,
};
