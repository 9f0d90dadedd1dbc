import { z } from 'zod';
import type { Feature } from '../feature.ts';
import { testMail } from './test.mail.ts';
import { lookTables } from './look.tables.ts';

declare module '../mail/mail-kind.types.ts' {
  interface MailPayloads {
    'test-mail': Record<never, never>;
  }
}

export const lookFeature: Feature = {
  mails: { 'test-mail': { payload: z.object({}), write: testMail } },
  tables: lookTables,
};
