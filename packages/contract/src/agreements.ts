import { z } from 'zod';
import { call } from './call.ts';
import { Day, Guid, Instant } from './common.ts';
import { PageQuery, PageTotals } from './paging.ts';

/** An agreement as lists show it. */
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

/** What a file is to an agreement. */
export const agreementFileKinds = {
  /** Made of what was signed; before that, what is to be read where it is no HTML. */
  document: 'PDF - Agreement Document',
  /** The paper copy, scanned. */
  hardCopy: 'Manually Signed Agreement',
} as const;

/** Opened at `portal/files/{guid}`. */
export const AgreementFile = z.object({
  guid: Guid,
  property: z.enum(agreementFileKinds),
  name: z.string(),
  contentType: z.string(),
  size: z.number().int(),
});
export type AgreementFile = z.output<typeof AgreementFile>;

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

/** An agreement that was signed. Where it was on paper, all that a screen would have told is null. */
export const SignedAgreement = AgreementSummary.extend({
  /** Cleaned HTML, the very bytes that were signed. */
  declarationText: z.string().nullable(),
  /** Of what was signed. */
  documentHash: z.string().nullable(),
  fullName: z.string().nullable(),
  email: z.string().nullable(),
  /** A PNG as a data URL. */
  signature: z.string().nullable(),
  method: z.enum(['drawn', 'typed']).nullable(),
  ipAddress: z.string().nullable(),
  browser: z.string().nullable(),
  os: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** Signed on paper, which the office has scanned: shown is a notice and the files. */
  hardAgreementUploaded: z.boolean(),
  /** Its PDF is among them as soon as it is sealed; `downloadAgreement` waits for that. */
  fileReferences: z.array(AgreementFile),
  signerAccount: z.object({ guid: Guid, titledFullName: z.string() }),
});
export type SignedAgreement = z.output<typeof SignedAgreement>;

/** One that isn't signed says so (`isSigned`) and nothing else. Error: NOT_FOUND unless it is the session's account's. */
export const getSignedAgreement = call({
  name: 'getSignedAgreement',
  summary: 'An agreement that was signed, with the evidence',
  method: 'GET',
  path: 'portal/agreement/signed/:guid',
  access: 'account',
  permissions: ['agreementsEnabled'],
  params: z.object({ guid: Guid }),
  answer: z.object({ agreement: SignedAgreement }),
});
