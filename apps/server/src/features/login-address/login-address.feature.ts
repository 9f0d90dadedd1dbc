import * as loginAddressContract from '@quayside/contract/identity/login-address.ts';
import { z } from 'zod';
import { hour } from '../../lib/time/durations.ts';
import type { Feature } from '../feature.ts';
import { sweepConfirmations } from './login-address.queries.ts';
import { loginAddressRoutes } from './login-address.routes.ts';
import type { ForgetReset } from './login-address.service.ts';
import {
  confirmAddressMail,
  loginAddressChangedMail,
  loginAddressLostMail,
  loginWithoutAddressMail,
} from './login-address.mail.ts';
import { loginAddressTables } from './login-address.tables.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'login-address.request': true;
    'login-address.confirm': true;
    'login-address.set': true;
  }
}

declare module '../mail/mail-kind.types.ts' {
  interface MailPayloads {
    'confirm-address': { loginId: number };
    'login-address-changed': { loginId: number };
    'login-address-lost': { loginId: number };
    'login-without-address': { loginId: number };
  }
}

/** @param forgetReset ends the link to a new password of an old address */
export const loginAddressFeature = (forgetReset: ForgetReset): Feature => ({
  chapter: { name: 'identity', files: [loginAddressContract] },
  routes: () => loginAddressRoutes(forgetReset),
  recurring: () => [
    {
      name: 'sweep-address-confirmations',
      by: 'one-copy',
      everyMs: hour,
      run: ({ db, tenant, clock }) => sweepConfirmations(db, tenant.id, clock.now()),
    },
  ],
  mails: {
    'confirm-address': { payload: z.object({ loginId: z.int() }), write: confirmAddressMail },
    'login-address-changed': { payload: z.object({ loginId: z.int() }), write: loginAddressChangedMail },
    'login-address-lost': { payload: z.object({ loginId: z.int() }), write: loginAddressLostMail },
    'login-without-address': { payload: z.object({ loginId: z.int() }), write: loginWithoutAddressMail },
  },
  tables: loginAddressTables,
});
