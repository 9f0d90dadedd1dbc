import * as platformContract from '@quayside/contract/portal/platform.ts';
import * as commonContract from '@quayside/contract/shared/common.ts';
import * as pagingContract from '@quayside/contract/shared/paging.ts';
import { sweepRateLimits } from '../../http/limits/rate-limit.queries.ts';
import { hour } from '../../lib/time/durations.ts';
import type { Feature } from '../feature.ts';
import { platformRoutes } from './platform.routes.ts';

const longestWindowMs = 24 * hour;

export const platformFeature: Feature = {
  chapter: {
    name: 'platform',
    description: 'The server itself.',
    files: [platformContract, commonContract, pagingContract],
  },
  routes: ({ describeCalls }) => platformRoutes(describeCalls),
  recurring: () => [
    {
      name: 'sweep-rate-limits',
      by: 'one-copy',
      everyMs: hour,
      run: ({ db, tenant, clock }) => sweepRateLimits(db, tenant.id, new Date(clock.now().getTime() - longestWindowMs)),
    },
  ],
};
