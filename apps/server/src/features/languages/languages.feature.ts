import * as languagesContract from '@quayside/contract/tenant/languages.ts';
import type { Feature } from '../feature.ts';
import { languageRoutes } from './languages.routes.ts';

export const languagesFeature: Feature = {
  chapter: { name: 'languages', description: 'The texts of the portal.', files: [languagesContract] },
  routes: () => languageRoutes,
};
