import * as exportsContract from '@quayside/contract/account/exports.ts';
import type { Feature } from '../feature.ts';
import { exportRoutes } from './exports.routes.ts';

export const exportsFeature: Feature = {
  chapter: {
    name: 'exports',
    description: 'Histories as CSV, and the papers and totals of a year.',
    files: [exportsContract],
  },
  routes: ({ files }) => exportRoutes(files),
};
