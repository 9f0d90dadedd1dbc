import { z } from 'zod';
import { hour } from '../../lib/time/durations.ts';
import type { Feature } from '../feature.ts';
import { sweepMails } from './mail.service.ts';
import { sendMail } from './send-mail.service.ts';
import { undeliveredMail } from './undelivered.mail.ts';
import { tellUndelivered } from './undelivered.service.ts';
import { mailTables } from './mail.tables.ts';

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    mail: true;
  }
}

declare module '../../jobs/tasks.ts' {
  interface JobPayloads {
    'send-mail': { mailId: number };
  }
}

declare module './mail-kind.types.ts' {
  interface MailPayloads {
    'mails-undelivered': { mailIds: number[] };
  }
}

export const mailFeature: Feature = {
  tasks: (services) => ({
    'send-mail': {
      payload: z.strictObject({ mailId: z.int().positive() }),
      run: (ctx, payload) => sendMail(ctx, payload, services),
    },
  }),
  recurring: () => [
    { name: 'sweep-mails', by: 'one-copy', everyMs: hour, run: sweepMails },
    { name: 'tell-undelivered-mails', by: 'one-copy', everyMs: hour, run: tellUndelivered },
  ],
  mails: {
    'mails-undelivered': { payload: z.object({ mailIds: z.array(z.int()) }), write: undeliveredMail },
  },
  tables: mailTables,
};
