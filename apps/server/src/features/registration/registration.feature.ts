import * as registrationContract from '@quayside/contract/registration.ts';
import type { Feature } from '../feature.ts';
import { registrationRoutes } from './registration.routes.ts';

declare module '../audit/audit-entry.ts' {
  interface AuditEvents {
    registration: true;
    'code.issue': true;
  }
}

export const registrationFeature: Feature = {
  chapter: { name: 'registration', description: 'How an account gets its login.', files: [registrationContract] },
  routes: () => registrationRoutes,
};
