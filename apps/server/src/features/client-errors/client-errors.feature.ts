import * as clientErrorsContract from '@quayside/contract/portal/client-errors.ts';
import type { Feature } from '../feature.ts';
import { clientErrorRoutes } from './client-errors.routes.ts';

export const clientErrorsFeature: Feature = {
  chapter: { name: 'platform', files: [clientErrorsContract] },
  routes: ({ errorReporter }) => clientErrorRoutes(errorReporter),
};
