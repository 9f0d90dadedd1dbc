import * as sitesContract from '@quayside/contract/integration/sites.ts';
import type { Feature } from '../feature.ts';
import { siteIntegrationRoutes } from './sites.integration.ts';

export const sitesFeature: Feature = {
  integration: {
    chapter: { name: 'sites', description: 'The harbours of the marina.', files: [sitesContract] },
    routes: ({ takeRows }) => siteIntegrationRoutes(takeRows),
  },
};
