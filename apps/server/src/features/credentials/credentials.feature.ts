import { z } from 'zod';
import { hour } from '../../lib/time/durations.ts';
import type { Feature } from '../feature.ts';
import { credentialsEndingMail } from './credentials-ending.mail.ts';
import { lookAfterCredentials } from './credentials.service.ts';
import { credentialTables } from './credentials.tables.ts';

declare module '../mail/mail-kind.types.ts' {
  interface MailPayloads {
    'credentials-ending': { references: string[] };
  }
}

export const credentialsFeature: Feature = {
  recurring: () => [{ name: 'look-after-credentials', by: 'one-copy', everyMs: hour, run: lookAfterCredentials }],
  mails: {
    'credentials-ending': { payload: z.object({ references: z.array(z.string()) }), write: credentialsEndingMail },
  },
  tables: credentialTables,
};
