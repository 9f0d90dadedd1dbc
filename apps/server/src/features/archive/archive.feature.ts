import * as exportContract from '@quayside/contract/integration/export.ts';
import type { Feature } from '../feature.ts';
import { archiveIntegrationRoutes } from './archive.integration.ts';

export const archiveFeature: Feature = {
  integration: {
    chapter: { name: 'export', description: 'Everything of the marina in one archive.', files: [exportContract] },
    routes: archiveIntegrationRoutes,
  },
};
