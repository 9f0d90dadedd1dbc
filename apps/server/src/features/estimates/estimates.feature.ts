import * as estimatesContract from '@quayside/contract/estimates.ts';
import type { Feature } from '../feature.ts';
import { estimateRoutes } from './estimates.routes.ts';

declare module '../../db/numbers.ts' {
  interface Counters {
    estimate: true;
  }
}

export const estimatesFeature: Feature = {
  chapter: { name: 'estimates', description: 'Estimates of the account.', files: [estimatesContract] },
  routes: () => estimateRoutes,
};
