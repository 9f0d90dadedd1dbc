import * as keyContract from '@quayside/contract/integration/key.ts';
import * as resourceContract from '@quayside/contract/integration/resource.ts';
import * as scopesContract from '@quayside/contract/integration/scopes.ts';
import { hour } from '../../lib/time/durations.ts';
import type { Feature } from '../feature.ts';
import { sweepAnswers } from '../integration-rows/integration-rows.exports.ts';
import { keyIntegrationRoutes } from './integration-keys.integration.ts';
import { integrationKeyTables } from './integration-keys.tables.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'key.created': true;
    'key.rotated': true;
    'key.revoked': true;
    'integration.saved': true;
  }
}

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    'integration-key': true;
  }
}

export const integrationKeysFeature: Feature = {
  integration: {
    chapter: {
      name: 'key',
      description: 'The key that a program uses.',
      files: [keyContract, scopesContract, resourceContract],
    },
    routes: () => keyIntegrationRoutes,
  },
  recurring: () => [
    {
      name: 'sweep-integration-answers',
      by: 'one-copy',
      everyMs: hour,
      run: ({ db, tenant, clock }) => sweepAnswers(db, tenant.id, clock.now()),
    },
  ],
  tables: integrationKeyTables,
};
