import { z } from 'zod';
import { Instant } from '../shared/common.ts';
import { eventsOf } from './event.ts';

/** A login that opens the portal of a customer. */
export const LoginObject = z.object({
  /** The number of the login. */
  number: z.number().int(),
  account: z.string().nullable(),
  accountNumber: z.number().int(),
  /** Null: it signs in through a provider of single sign-on that told no address. */
  email: z.string().nullable(),
  createdAt: Instant,
});

const example: z.input<typeof LoginObject> = {
  number: 9,
  account: 'C-1001',
  accountNumber: 7,
  email: 'jo.sailor@example.com',
  createdAt: '2026-05-16T09:00:00.000Z',
};

export const loginEvents = eventsOf(LoginObject, example, {
  'login.created': 'A customer registered with a code, and can sign in from now on',
});
