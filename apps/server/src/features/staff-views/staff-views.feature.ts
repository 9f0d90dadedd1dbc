import * as staffViewsContract from '@quayside/contract/identity/staff-views.ts';
import { hour } from '../../lib/time/durations.ts';
import type { Feature } from '../feature.ts';
import { staffViewRoutes } from './staff-views.routes.ts';
import { sweepSessionsAndViews } from './sweep-sessions.service.ts';
import { staffViewTables } from './staff-views.tables.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'staff-link.made': true;
    'staff-link.used': true;
    'staff-view.ended': true;
    'staff-view.refused': true;
  }
}

export const staffViewsFeature: Feature = {
  chapter: { name: 'account', files: [staffViewsContract] },
  routes: () => staffViewRoutes,
  recurring: () => [
    {
      name: 'sweep-sessions',
      by: 'one-copy',
      everyMs: hour,
      run: ({ db, tenant, clock }) => sweepSessionsAndViews(db, tenant.id, clock.now()),
    },
  ],
  tables: staffViewTables,
};
