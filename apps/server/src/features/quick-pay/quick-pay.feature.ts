import * as quickPayContract from '@quayside/contract/quick-pay.ts';
import { hour } from '../../lib/durations.ts';
import type { Feature } from '../feature.ts';
import { sweepOrderKeys } from './order-keys.queries.ts';
import { quickPayRoutes } from './quick-pay.routes.ts';

declare module '../audit/audit-entry.ts' {
  interface AuditEvents {
    'pay-link.mail': true;
  }
}

export const quickPayFeature: Feature = {
  chapter: { name: 'quick-pay', description: 'Paying an order by its link.', files: [quickPayContract] },
  routes: ({ decoyHash }) => quickPayRoutes(decoyHash),
  recurring: () => [
    {
      name: 'sweep-order-keys',
      by: 'one-copy',
      everyMs: hour,
      run: ({ db, tenant, clock }) => sweepOrderKeys(db, tenant.id, clock.now()),
    },
  ],
};
