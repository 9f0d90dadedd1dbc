import { z } from 'zod';
import { AgreementFile, AgreementSummary } from './agreements.ts';
import { call } from './call.ts';
import { Done, EmailAddress, Guid } from './common.ts';

/** How somebody signed (decision C2.55). Both come as the same image. */
export const SigningMethod = z.enum(['drawn', 'typed']);
export type SigningMethod = z.output<typeof SigningMethod>;

/** An agreement as it is read before it is signed. */
export const AgreementToSign = AgreementSummary.extend({
  /** Cleaned HTML. Null: there is nothing to read here, or it is signed already. */
  declarationText: z.string().nullable(),
  /** Of what is to be signed, to be sent back with the signature. Null: there is nothing to read. */
  documentHash: z.string().nullable(),
  /** What is to be read as a PDF; only for a session of its account. */
  fileReferences: z.array(AgreementFile),
});
export type AgreementToSign = z.output<typeof AgreementToSign>;

/** Whose agreement it is, as far as whoever signs it has to know. */
export const AgreementAccount = z.object({
  guid: Guid,
  /** Null but for a session of the account. */
  email: z.string().nullable(),
  /** Such as `j***@example.com`. Null: none is on file, so any will do whose code is given (`emailCode`). */
  maskedEmail: z.string().nullable(),
  /** Initials for whoever came by a pay link, until their address is known to be the customer's. */
  titledFullName: z.string(),
  isNameWhole: z.boolean(),
  registeredForPortal: z.boolean(),
});
export type AgreementAccount = z.output<typeof AgreementAccount>;

/** Where it is about, for the head of a page without a sign-in. */
export const AgreementSite = z.object({
  name: z.string(),
  /** Its lines are separated by `<br/>`. */
  address: z.string(),
  telephone: z.string(),
});
export type AgreementSite = z.output<typeof AgreementSite>;

/**
 * For whoever holds the guid, as a letter's link has it. A signed one says so (`isSigned`) and shows no text any more.
 * Errors: NOT_FOUND; AGREEMENT_WITHDRAWN; AGREEMENT_EXPIRED after the last day for it.
 */
export const getUnsignedAgreement = call({
  name: 'getUnsignedAgreement',
  summary: 'An agreement to be read and signed',
  method: 'GET',
  path: 'portal/agreement/unsigned/:guid',
  access: 'key:agreement',
  staff: 'read',
  permissions: ['agreementsEnabled'],
  params: z.object({ guid: Guid }),
  answer: z.object({ agreement: AgreementToSign, account: AgreementAccount, site: AgreementSite }),
});

/** Error: NOT_FOUND unless the agreement is that account's. */
export const getAgreementAccount = call({
  name: 'getAgreementAccount',
  summary: 'Whose agreement it is, to fill in the form by',
  method: 'GET',
  path: 'portal/account/by-guid/:guid',
  access: 'key:agreement',
  staff: 'read',
  permissions: ['agreementsEnabled'],
  params: z.object({ guid: Guid }),
  query: z.object({ agreement: Guid }),
  answer: z.object({ account: AgreementAccount }),
});

/** What a mailed code looks like. */
const EmailCode = z.string().regex(/^\d{6}$/);

/**
 * Whether an address is one that the account's people are known by (decision C5.13); without any on file, whether
 * `emailCode` was mailed there. Wrong ones are counted: ten an hour for an agreement and a network (decision C5.14).
 */
export const validateAgreementEmail = call({
  name: 'validateAgreementEmail',
  summary: 'Whether somebody may sign under an e-mail address',
  method: 'POST',
  path: 'portal/agreement/:guid/validate-email',
  access: 'key:agreement',
  staff: 'no',
  permissions: ['agreementsEnabled'],
  params: z.object({ guid: Guid }),
  body: z.strictObject({ email: z.string().max(254), emailCode: EmailCode.optional() }),
  answer: z.object({
    isValid: z.boolean(),
    /** It would be valid with the code that `sendAgreementEmailCode` mails there. */
    needsCode: z.boolean(),
    /** Whose agreement it is, once the address is right; null before. */
    titledFullName: z.string().nullable(),
  }),
});

/** Only for an account without an address on file, otherwise NOT_FOUND; three an hour for an agreement. */
export const sendAgreementEmailCode = call({
  name: 'sendAgreementEmailCode',
  summary: 'Mail a code to the address of somebody who is about to sign',
  method: 'POST',
  path: 'portal/agreement/:guid/email-code',
  access: 'key:agreement',
  staff: 'no',
  permissions: ['agreementsEnabled'],
  params: z.object({ guid: Guid }),
  body: z.strictObject({ email: EmailAddress }),
  answer: Done,
});

/** Longer than any signature of 500 by 300 at three pixels to the point. */
const maxSignatureCharacters = 700_000;

/**
 * Errors: ALREADY_SIGNED, unless it is the same submit again (its `Idempotency-Key` and all else); AGREEMENT_CHANGED
 * when `documentHash` is not what is there now, to be read anew; AGREEMENT_WITHDRAWN; AGREEMENT_EXPIRED;
 * SIGNATURE_UNUSABLE, SIGNATURE_TOO_SHORT for the image; SIGNER_EMAIL_UNKNOWN for an address that isn't valid here.
 */
export const signAgreement = call({
  name: 'signAgreement',
  summary: 'Sign an agreement',
  method: 'POST',
  path: 'portal/agreement/sign',
  access: 'key:agreement',
  staff: 'no',
  permissions: ['agreementsEnabled'],
  idempotent: true,
  maxBytes: maxSignatureCharacters + 16 * 1024,
  body: z.strictObject({
    guid: Guid,
    /** A PNG as a data URL. */
    signature: z.string().min(1).max(maxSignatureCharacters),
    fullName: z.string().trim().min(2).max(200),
    email: EmailAddress,
    /** As it was shown; without one, what is there now is signed. */
    documentHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullish(),
    method: SigningMethod.default('drawn'),
    /** Only where no address is on file. */
    emailCode: EmailCode.nullish(),
  }),
  answer: z.object({
    /** What changed. All of it is at `getSignedAgreement`, for a session of the account. */
    agreement: AgreementSummary.extend({ fullName: z.string(), email: z.string() }),
  }),
});
