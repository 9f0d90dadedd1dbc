import * as mailLinksContract from '@quayside/contract/mail-links.ts';
import type { Feature } from '../feature.ts';
import { mailLinkRoutes } from './mail-links.routes.ts';

declare module '../audit/audit-entry.ts' {
  interface AuditEvents {
    'mail-link.mail': true;
  }
}

export const mailLinksFeature: Feature = {
  chapter: { name: 'mail-links', description: 'Short links of mails, which work once.', files: [mailLinksContract] },
  routes: () => mailLinkRoutes,
};
