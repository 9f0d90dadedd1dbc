import * as signOnContract from '@quayside/contract/identity/sign-on.ts';
import { z } from 'zod';
import { hour } from '../../lib/time/durations.ts';
import type { Feature } from '../feature.ts';
import { sweepSignOns } from './sign-on.queries.ts';
import { signOnRoutes } from './sign-on.routes.ts';
import { identityLinkedMail } from './identity-linked.mail.ts';
import { signOnTables } from './sign-on.tables.ts';

declare module '../mail/mail-kind.types.ts' {
  interface MailPayloads {
    'identity-linked': object;
  }
}

export const signOnFeature: Feature = {
  chapter: { name: 'identity', files: [signOnContract] },
  routes: () => signOnRoutes,
  recurring: () => [
    {
      name: 'sweep-sign-ons',
      by: 'one-copy',
      everyMs: hour,
      run: ({ db, tenant, clock }) => sweepSignOns(db, tenant.id, clock.now()),
    },
  ],
  mails: {
    'identity-linked': { payload: z.object({}), write: identityLinkedMail },
  },
  tables: signOnTables,
};
