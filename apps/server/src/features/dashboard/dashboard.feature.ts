import * as dashboardContract from '@quayside/contract/account/dashboard.ts';
import type { Feature } from '../feature.ts';
import { dashboardRoutes } from './dashboard.routes.ts';

export const dashboardFeature: Feature = {
  chapter: { name: 'account', files: [dashboardContract] },
  routes: () => dashboardRoutes,
};
