import * as contactContract from '@quayside/contract/account/contact.ts';
import * as messageResources from '@quayside/contract/integration/messages.ts';
import { z } from 'zod';
import { hour } from '../../lib/time/durations.ts';
import type { Feature } from '../feature.ts';
import { contactIntegrationRoutes } from './contact.integration.ts';
import { contactRoutes } from './contact.routes.ts';
import { sweepMessages } from './contact.service.ts';
import { contactMessageMail } from './contact-message.mail.ts';
import { messageAnswerMail } from './message-answer.mail.ts';
import { contactTables } from './contact.tables.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'message.answered': true;
  }
}

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    'contact-message': true;
    'message-answer': true;
  }
}

declare module '../mail/mail-kind.types.ts' {
  interface MailPayloads {
    'contact-message': { contactMessageId: number };
    'message-answer': { answerId: number };
  }
}

export const contactFeature: Feature = {
  chapter: { name: 'contact', description: 'Messages to the office.', files: [contactContract] },
  routes: () => contactRoutes,
  integration: {
    chapter: { name: 'messages', description: 'What customers write to the office.', files: [messageResources] },
    routes: () => contactIntegrationRoutes,
  },
  recurring: () => [{ name: 'sweep-messages', by: 'one-copy', everyMs: hour, run: sweepMessages }],
  mails: {
    'contact-message': { payload: z.object({ contactMessageId: z.int() }), write: contactMessageMail },
    'message-answer': { payload: z.object({ answerId: z.int() }), write: messageAnswerMail },
  },
  tables: contactTables,
};
