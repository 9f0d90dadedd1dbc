import * as consentContract from '@quayside/contract/consent.ts';
import type { Feature } from '../feature.ts';
import { consentRoutes } from './consent.routes.ts';

declare module '../audit/audit-entry.ts' {
  interface AuditEvents {
    'consent.change': true;
  }
}

declare module '../../db/numbers.ts' {
  interface Counters {
    'consent-group': true;
  }
}

export const consentFeature: Feature = {
  chapter: { name: 'consent', description: 'What the marina may write to a customer about.', files: [consentContract] },
  routes: () => consentRoutes,
};
