import * as calendarContract from '@quayside/contract/account/calendar.ts';
import type { Feature } from '../feature.ts';
import { calendarRoutes } from './calendar.routes.ts';
import { calendarTables } from './calendar.tables.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'calendar-link.make': true;
    'calendar-link.revoke': true;
  }
}

export const calendarFeature: Feature = {
  chapter: {
    name: 'calendar',
    description: 'Stays and due dates as a calendar, and its secret address.',
    files: [calendarContract],
  },
  routes: ({ originOf }) => calendarRoutes(originOf),
  tables: calendarTables,
};
