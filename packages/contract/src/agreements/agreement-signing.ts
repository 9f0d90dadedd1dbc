import { z } from 'zod';
import { AgreementFile, AgreementSummary } from './agreements.ts';
import { call } from '../shared/call.ts';
import { Done, EmailAddress, Guid, longestEmail } from '../shared/common.ts';
import { type FileErrors, agreementIsOver, limited } from '../shared/shared-errors.ts';

/** The way somebody signed (decision C2.55). Both ways send the same kind of image. */
export const SigningMethod = z.enum(['drawn', 'typed']);
export type SigningMethod = z.output<typeof SigningMethod>;

/** An agreement as the customer reads it before signing. */
export const AgreementToSign = AgreementSummary.extend({
  /** Cleaned HTML. Null if there is no text to read, or the agreement is signed already. */
  declarationText: z.string().nullable(),
  /**
   * Hash of what is to be signed: the text or its PDF, with the type, the days and the site. The signature sends it
   * back. Null if the agreement is signed already.
   */
  documentHash: z.string().nullable(),
  /** The PDF to read in place of a text. `downloadAgreement` answers it to every holder of the guid. */
  fileReferences: z.array(AgreementFile),
});
export type AgreementToSign = z.output<typeof AgreementToSign>;

/** The account that the agreement belongs to, with only the facts that its signer needs. */
export const AgreementAccount = z.object({
  guid: Guid,
  /** Null unless a session of the account asks. */
  email: z.string().nullable(),
  /**
   * Such as `j***@example.com`. Null if no address is on file: then any address is valid with its code
   * (`emailCode`).
   */
  maskedEmail: z.string().nullable(),
  /** Initials for somebody who came by a pay link, until their address is known to be the customer's. */
  titledFullName: z.string(),
  isNameWhole: z.boolean(),
  registeredForPortal: z.boolean(),
});
export type AgreementAccount = z.output<typeof AgreementAccount>;

/** The site of the agreement, for the head of a page without a sign-in. */
export const AgreementSite = z.object({
  name: z.string(),
  /** `<br/>` separates its lines. */
  address: z.string(),
  telephone: z.string(),
});
export type AgreementSite = z.output<typeof AgreementSite>;

/**
 * Answers the agreement to anybody who holds its guid, which is in a letter's link. A signed one says so
 * (`isSigned`) and has no text any more.
 * Errors: NOT_FOUND; AGREEMENT_WITHDRAWN; AGREEMENT_EXPIRED after the last day for signing.
 */
export const getUnsignedAgreement = call({
  name: 'getUnsignedAgreement',
  summary: 'Get an agreement to read and sign',
  method: 'GET',
  path: 'portal/agreement/unsigned/:guid',
  access: 'key:agreement',
  staff: 'read',
  permissions: ['agreementsEnabled'],
  params: z.object({ guid: Guid }),
  answer: z.object({ agreement: AgreementToSign, account: AgreementAccount, site: AgreementSite }),
});

/** Error: NOT_FOUND unless the agreement belongs to that account. */
export const getAgreementAccount = call({
  name: 'getAgreementAccount',
  summary: "Get the signer's account, to fill in the form",
  method: 'GET',
  path: 'portal/account/by-guid/:guid',
  access: 'key:agreement',
  staff: 'read',
  permissions: ['agreementsEnabled'],
  params: z.object({ guid: Guid }),
  query: z.object({ agreement: Guid }),
  answer: z.object({ account: AgreementAccount }),
});

/** The number of digits of the code that is mailed to a signer. */
export const emailCodeDigits = 6;

const EmailCode = z.string().regex(new RegExp(`^\\d{${emailCodeDigits}}$`));

/** Maximum number of characters of a signer's name. */
export const longestSignerName = 200;

/** Maximum number of characters of a name that is typed as signature. */
export const longestTypedName = 100;

/**
 * Checks if an address is known for the people of the account (decision C5.13). If none is on file, it checks that
 * `emailCode` was mailed to the address. Wrong addresses are counted: ten an hour for one agreement and network
 * (decision C5.14). So are wrong codes, and 30 of an agreement from all networks.
 */
export const validateAgreementEmail = call({
  name: 'validateAgreementEmail',
  summary: 'Check the e-mail address of a signer',
  method: 'POST',
  path: 'portal/agreement/:guid/validate-email',
  access: 'key:agreement',
  staff: 'no',
  permissions: ['agreementsEnabled'],
  params: z.object({ guid: Guid }),
  body: z.strictObject({ email: z.string().max(longestEmail), emailCode: EmailCode.optional() }),
  answer: z.object({
    isValid: z.boolean(),
    /** True if the address becomes valid with the code that `sendAgreementEmailCode` mails to it. */
    needsCode: z.boolean(),
    /** The name of the account. Null until the address is right. */
    titledFullName: z.string().nullable(),
  }),
});

/** Mails a code only if the account has no address on file, otherwise NOT_FOUND. Three an hour for one agreement. */
export const sendAgreementEmailCode = call({
  name: 'sendAgreementEmailCode',
  summary: "Mail a code to the signer's address",
  method: 'POST',
  path: 'portal/agreement/:guid/email-code',
  access: 'key:agreement',
  staff: 'no',
  permissions: ['agreementsEnabled'],
  params: z.object({ guid: Guid }),
  body: z.strictObject({ email: EmailAddress }),
  answer: Done,
});

/** Longer than any signature of 500 by 300 points with three pixels a point. */
const maxSignatureCharacters = 700_000;

/**
 * Signs the agreement.
 * Errors: ALREADY_SIGNED, unless the same submit is repeated (same `Idempotency-Key`, same content);
 * AGREEMENT_CHANGED if `documentHash` differs from that of what holds now, which the signer must read again;
 * AGREEMENT_WITHDRAWN; AGREEMENT_EXPIRED; SIGNATURE_UNUSABLE and SIGNATURE_TOO_SHORT for the image;
 * SIGNER_EMAIL_UNKNOWN for an address that is not valid here.
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
  body: z
    .strictObject({
      guid: Guid,
      /** A PNG as a data URL. */
      signature: z.string().min(1).max(maxSignatureCharacters).optional(),
      /** If there is no image: the name that the signer typed as signature. The server makes the image of it. */
      typedName: z.string().max(longestTypedName).optional(),
      fullName: z.string().trim().min(2).max(longestSignerName),
      email: EmailAddress,
      /**
       * The hash of what was shown. Left out: the signature is for what holds now. Null, as of a page that was opened
       * before agreements without a text had a hash, is refused as changed.
       */
      documentHash: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .nullish(),
      method: SigningMethod.default('drawn'),
      /** Only if no address is on file. */
      emailCode: EmailCode.nullish(),
    })
    .refine(({ signature, typedName }) => signature !== undefined || typedName !== undefined, { path: ['signature'] }),
  answer: z.object({
    /** The changed fields. `getSignedAgreement` answers all fields to a session of the account. */
    agreement: AgreementSummary.extend({ fullName: z.string(), email: z.string() }),
  }),
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  codes: {
    ALREADY_SIGNED: 409,
    AGREEMENT_CHANGED: 409,
    AGREEMENT_WITHDRAWN: 409,
    AGREEMENT_EXPIRED: 409,
    SIGNATURE_UNUSABLE: 400,
    SIGNATURE_TOO_SHORT: 400,
    SIGNER_EMAIL_UNKNOWN: 400,
  },
  calls: {
    getUnsignedAgreement: agreementIsOver,
    validateAgreementEmail: [...agreementIsOver, ...limited],
    sendAgreementEmailCode: [...agreementIsOver, ...limited],
    signAgreement: [
      'ALREADY_SIGNED',
      'AGREEMENT_CHANGED',
      'SIGNATURE_UNUSABLE',
      'SIGNATURE_TOO_SHORT',
      'SIGNER_EMAIL_UNKNOWN',
      ...agreementIsOver,
      ...limited,
    ],
  },
} as const satisfies FileErrors;
