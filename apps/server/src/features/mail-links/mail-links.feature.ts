import * as mailLinksContract from '@quayside/contract/identity/mail-links.ts';
import { z } from 'zod';
import type { Feature } from '../feature.ts';
import { mailLinkRoutes } from './mail-links.routes.ts';
import { mailLinkMail } from './mail-link.mail.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'mail-link.mail': true;
  }
}

declare module '../mail/mail-kind.types.ts' {
  interface MailPayloads {
    'mail-link': { accountId: number; orderId?: number; agreementId?: number };
  }
}

export const mailLinksFeature: Feature = {
  chapter: { name: 'mail-links', description: 'Short links of mails, which work once.', files: [mailLinksContract] },
  routes: () => mailLinkRoutes,
  mails: {
    'mail-link': {
      payload: z.object({ accountId: z.int(), orderId: z.int().exactOptional(), agreementId: z.int().exactOptional() }),
      write: mailLinkMail,
    },
  },
};
