import * as keyContract from '@quayside/contract/integration/key.ts';
import * as scopesContract from '@quayside/contract/integration/scopes.ts';
import type { Feature } from '../feature.ts';
import { keyIntegrationRoutes } from './integration-keys.integration.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'key.created': true;
    'key.rotated': true;
    'key.revoked': true;
  }
}

declare module '../../db/numbers.ts' {
  interface Counters {
    'integration-key': true;
  }
}

export const integrationKeysFeature: Feature = {
  integration: {
    chapter: { name: 'key', description: 'The key that a program uses.', files: [keyContract, scopesContract] },
    routes: keyIntegrationRoutes,
  },
};
