import * as accountContract from '@quayside/contract/account.ts';
import type { Feature } from '../feature.ts';
import { accountRoutes } from './account.routes.ts';

declare module '../audit/audit-entry.ts' {
  interface AuditEvents {
    'account.save': true;
    'account.add': true;
  }
}

declare module '../../db/numbers.ts' {
  interface Counters {
    account: true;
  }
}

export const accountFeature: Feature = {
  chapter: {
    name: 'account',
    description: 'The account, its dashboard, and staff who look at it.',
    files: [accountContract],
  },
  routes: () => accountRoutes,
};
