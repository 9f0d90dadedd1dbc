import * as stayResources from '@quayside/contract/integration/stays.ts';
import * as staysContract from '@quayside/contract/account/stays.ts';
import type { Feature } from '../feature.ts';
import { stayIntegrationRoutes } from './stays.integration.ts';
import { stayRoutes } from './stays.routes.ts';
import { stayTables } from './stays.tables.ts';

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    stay: true;
  }
}

export const staysFeature: Feature = {
  chapter: { name: 'stays', description: 'Where boats lay and will lie.', files: [staysContract] },
  routes: () => stayRoutes,
  integration: {
    chapter: { name: 'stays', description: 'Where boats lay and will lie.', files: [stayResources] },
    routes: ({ takeRows }) => stayIntegrationRoutes(takeRows),
  },
  tables: stayTables,
};
