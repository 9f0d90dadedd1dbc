import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Day, Guid, Instant } from '../shared/common.ts';
import { PageQuery, PageTotals, Words } from '../shared/paging.ts';

/** An agreement as lists show it. */
export const AgreementSummary = z.object({
  guid: Guid,
  type: z.string(),
  startDate: Day.nullable(),
  endDate: Day.nullable(),
  isSigned: z.boolean(),
  /** False if the agreement needs no signature. Then the customer has nothing to do. */
  signatureRequired: z.boolean(),
  createdOn: Instant,
  /** The time of the signature. */
  captureTime: Instant.nullable(),
  /** The orders that depend on it. */
  associations: z.array(z.object({ id: z.number().int() })),
});
export type AgreementSummary = z.output<typeof AgreementSummary>;

/** Checks if the agreement still waits for a signature. The one rule for badge, widget, modal and list. */
export function isOutstanding({ isSigned, signatureRequired }: AgreementSummary): boolean {
  return signatureRequired && !isSigned;
}

/** The roles of a file in an agreement. */
export const agreementFileKinds = {
  /** The paper made from the signed text. Before the signature: the PDF to read, if the text is not HTML. */
  document: 'PDF - Agreement Document',
  /** After the signature: the PDF that was read. The paper has it attached. */
  terms: 'PDF - Signed Terms',
  /** The scanned paper copy. */
  hardCopy: 'Manually Signed Agreement',
} as const;

/** A file of an agreement. `portal/files/{guid}` serves it. */
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
  summary: 'Count the agreements of the account that wait for a signature',
  method: 'GET',
  path: 'portal/agreement/unsigned/count/:accountGuid',
  access: 'account',
  accountIn: 'params.accountGuid',
  permissions: ['agreementsEnabled'],
  params: z.object({ accountGuid: Guid }),
  answer: z.object({ numberOfUnsignedAgreements: z.number().int() }),
});

/** The order of agreements. Default: those that wait for a signature first, then the newest (decision C2.44). */
export const AgreementSort = z.enum(['newest', 'oldest', 'name']);
export type AgreementSort = z.output<typeof AgreementSort>;

/** Leaves out agreements that were withdrawn or can't be signed any more. */
export const listAccountAgreements = call({
  name: 'listAccountAgreements',
  summary: "List the account's agreements, page by page",
  method: 'GET',
  path: 'portal/account-agreements/:accountGuid',
  access: 'account',
  accountIn: 'params.accountGuid',
  permissions: ['agreementsEnabled'],
  params: z.object({ accountGuid: Guid }),
  query: PageQuery.extend({
    /** `true`: only signed ones. `false`: only those that wait for a signature (decision C7.11). */
    signed: z.enum(['true', 'false']).optional(),
    /** Looks at the type and the numbers of its orders. */
    search: Words.optional(),
    sort: AgreementSort.optional(),
  }),
  answer: z.object({ agreements: z.array(AgreementSummary), ...PageTotals.shape }),
});

/** A signed agreement. If it was signed on paper, the fields that a screen would have recorded are null. */
export const SignedAgreement = AgreementSummary.extend({
  /** Cleaned HTML, exactly the bytes that were signed. */
  declarationText: z.string().nullable(),
  /** Hash of the signed document. */
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
  /** Signed on paper and scanned by the office. The page shows a notice and the files. */
  hardAgreementUploaded: z.boolean(),
  /** Contains the agreement's PDF as soon as it is sealed. `downloadAgreement` waits for the seal. */
  fileReferences: z.array(AgreementFile),
  signerAccount: z.object({ guid: Guid, titledFullName: z.string() }),
});
export type SignedAgreement = z.output<typeof SignedAgreement>;

/**
 * An unsigned agreement answers only that it is unsigned (`isSigned`). Error: NOT_FOUND unless it belongs to the
 * session's account.
 */
export const getSignedAgreement = call({
  name: 'getSignedAgreement',
  summary: 'Get a signed agreement with its evidence',
  method: 'GET',
  path: 'portal/agreement/signed/:guid',
  access: 'account',
  permissions: ['agreementsEnabled'],
  params: z.object({ guid: Guid }),
  answer: z.object({ agreement: SignedAgreement }),
});
