import { z } from 'zod';
import { Day, Instant } from '../common.ts';
import { eventsOf } from './event.ts';

/** An agreement that was signed in the portal. */
export const SignedAgreementObject = z.object({
  reference: z.string().nullable(),
  /** The number of the agreement in the portal. */
  number: z.number().int(),
  account: z.string().nullable(),
  accountNumber: z.number().int(),
  site: z.number().int(),
  type: z.string(),
  startsOn: Day.nullable(),
  endsOn: Day.nullable(),
  signedAt: Instant,
  signerName: z.string(),
  signerEmail: z.string(),
});

const example: z.input<typeof SignedAgreementObject> = {
  reference: 'A-2026-14',
  number: 3,
  account: 'C-1001',
  accountNumber: 7,
  site: 1,
  type: 'Annual berth',
  startsOn: '2026-06-01',
  endsOn: '2027-05-31',
  signedAt: '2026-05-16T09:00:00.000Z',
  signerName: 'Jo Sailor',
  signerEmail: 'jo.sailor@example.com',
};

export const agreementEvents = eventsOf(SignedAgreementObject, example, {
  'agreement.signed': 'A customer signed an agreement in the portal',
});
