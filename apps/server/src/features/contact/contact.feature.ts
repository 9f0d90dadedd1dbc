import * as contactContract from '@quayside/contract/contact.ts';
import { z } from 'zod';
import type { Feature } from '../feature.ts';
import { contactRoutes } from './contact.routes.ts';
import { contactMessageMail } from './contact-message.mail.ts';

declare module '../../db/numbers.ts' {
  interface Counters {
    'contact-message': true;
  }
}

declare module '../mail/mail-kind.rules.ts' {
  interface MailPayloads {
    'contact-message': { contactMessageId: number };
  }
}

export const contactFeature: Feature = {
  chapter: { name: 'contact', description: 'Messages to the office.', files: [contactContract] },
  routes: () => contactRoutes,
  mails: {
    'contact-message': { payload: z.object({ contactMessageId: z.int() }), write: contactMessageMail },
  },
};
