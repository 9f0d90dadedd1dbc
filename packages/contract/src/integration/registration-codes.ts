import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Instant } from '../shared/common.ts';
import type { FileErrors } from '../shared/shared-errors.ts';
import { byReference, documented } from './resource.ts';

const about = {
  account: ['C-1001', 'The reference of the customer.'],
  isRegistered: [false, 'True: the customer has a login, and needs no code.'],
  validUntil: [
    '2027-05-16T09:00:00.000Z',
    'The end of the last code that still opens the account. Null: there is none.',
  ],
  code: ['K7TR94XWB2', 'It is told once and stored nowhere. Null: it goes to the customer alone, by e-mail.'],
  url: ['https://portal.saltmarsh.example/register?renewal-token=K7TR94XWB2', 'The address with the code.'],
  mailedTo: [null, 'The customer’s address on file, if a mail with a code was queued.'],
} as const;

/** Tells if a customer has a login, or a code that makes one. */
export const RegistrationState = documented(
  z.object({ account: z.string(), isRegistered: z.boolean(), validUntil: Instant.nullable() }),
  about,
);

/** A new code with which a customer makes a login. */
export const RegistrationCode = documented(
  z.object({
    account: z.string(),
    code: z.string().nullable(),
    url: z.string().nullable(),
    mailedTo: z.string().nullable(),
    validUntil: Instant,
  }),
  about,
);

const ofAccount = {
  path: 'integration/v1/accounts/:reference/registration-code',
  access: 'integration',
  params: byReference('C-1001'),
} as const;

export const getRegistrationState = call({
  ...ofAccount,
  name: 'registrationCodes.get',
  summary: 'Tell if a customer has a login, or a code that still opens the account. A code itself is never told again',
  method: 'GET',
  scopes: ['registration-codes:read'],
  answer: RegistrationState,
});

export const makeRegistrationCode = call({
  ...ofAccount,
  name: 'registrationCodes.create',
  summary: 'Make a code with which a customer registers, for a letter of yours, or have it mailed',
  method: 'POST',
  scopes: ['registration-codes:write'],
  body: z.strictObject({
    mail: z
      .boolean()
      .default(false)
      .meta({
        description: 'Mails a code to the customer’s address on file, at most three times an hour, and tells you none.',
        examples: [false],
      }),
  }),
  answer: RegistrationCode,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  calls: { 'registrationCodes.create': ['ALREADYREGISTERED', 'FEATURE_DISABLED', 'NO_ACCOUNT_EMAIL'] },
} as const satisfies FileErrors;
