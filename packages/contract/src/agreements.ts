import { z } from 'zod';
import { call } from './call.ts';
import { Day, Guid, Instant } from './common.ts';
import { PageQuery, PageTotals } from './paging.ts';

/** An agreement as lists show it (C§3). */
export const AgreementSummary = z.object({
  guid: Guid,
  type: z.string(),
  startDate: Day.nullable(),
  endDate: Day.nullable(),
  isSigned: z.boolean(),
  /** Some need none: there is nothing to do about those. */
  signatureRequired: z.boolean(),
  createdOn: Instant,
  /** When it was signed. */
  captureTime: Instant.nullable(),
  /** The orders that hang on it. */
  associations: z.array(z.object({ id: z.number().int() })),
});
export type AgreementSummary = z.output<typeof AgreementSummary>;

/** Whether somebody has yet to sign it. The one rule for badge, widget, modal and list. */
export function isOutstanding({ isSigned, signatureRequired }: AgreementSummary): boolean {
  return signatureRequired && !isSigned;
}

export const countUnsignedAgreements = call({
  name: 'countUnsignedAgreements',
  summary: 'How many agreements of the account wait for a signature',
  method: 'GET',
  path: 'portal/agreement/unsigned/count/:accountGuid',
  access: 'account',
  accountIn: 'params.accountGuid',
  permissions: ['agreementsEnabled'],
  params: z.object({ accountGuid: Guid }),
  answer: z.object({ numberOfUnsignedAgreements: z.number().int() }),
});

/** Those that wait for a signature first, then the newest (decision C2.44). Without what was withdrawn or can't be signed any more. */
export const listAccountAgreements = call({
  name: 'listAccountAgreements',
  summary: "The account's agreements, a page at a time",
  method: 'GET',
  path: 'portal/account-agreements/:accountGuid',
  access: 'account',
  accountIn: 'params.accountGuid',
  permissions: ['agreementsEnabled'],
  params: z.object({ accountGuid: Guid }),
  query: PageQuery.extend({
    /** Only the signed ones, or only those that wait for a signature (decision C7.11). */
    signed: z.enum(['true', 'false']).optional(),
  }),
  answer: z.object({ agreements: z.array(AgreementSummary), ...PageTotals.shape }),
});
