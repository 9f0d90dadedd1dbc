import * as consentContract from '@quayside/contract/consent.ts';
import { z } from 'zod';
import type { Feature } from '../feature.ts';
import { consentRoutes } from './consent.routes.ts';
import { consentLinkMail } from './consent-link.mail.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'consent.change': true;
  }
}

declare module '../../db/numbers.ts' {
  interface Counters {
    'consent-group': true;
  }
}

declare module '../mail/mail-kind.rules.ts' {
  interface MailPayloads {
    'consent-link': { accountId: number };
  }
}

export const consentFeature: Feature = {
  chapter: { name: 'consent', description: 'What the marina may write to a customer about.', files: [consentContract] },
  routes: () => consentRoutes,
  mails: {
    'consent-link': { payload: z.object({ accountId: z.int() }), write: consentLinkMail },
  },
};
