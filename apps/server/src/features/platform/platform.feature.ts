import * as platformContract from '@quayside/contract/platform.ts';
import * as commonContract from '@quayside/contract/common.ts';
import * as pagingContract from '@quayside/contract/paging.ts';
import { sweepRateLimits } from '../../http/rate-limit.queries.ts';
import { hour } from '../../lib/durations.ts';
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
