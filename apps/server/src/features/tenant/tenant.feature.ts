import * as tenantContract from '@quayside/contract/tenant/tenant.ts';
import * as passwordPolicyContract from '@quayside/contract/tenant/password-policy.ts';
import * as uploadsContract from '@quayside/contract/documents/uploads.ts';
import type { Feature } from '../feature.ts';
import { tenantRoutes } from './tenant.routes.ts';
import { tenantTables } from './tenant.tables.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'tenant.set': true;
  }
}

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    site: true;
  }
}

export const tenantFeature: Feature = {
  chapter: {
    name: 'tenant',
    description: 'What a portal is told about its marina.',
    files: [tenantContract, passwordPolicyContract, uploadsContract],
  },
  routes: () => tenantRoutes,
  tables: tenantTables,
};
