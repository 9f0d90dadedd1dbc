import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Guid, Instant } from '../shared/common.ts';
import { type FileErrors, agreementIsOver, limited } from '../shared/shared-errors.ts';

/**
 * Answers the sealed paper of a signed agreement. An unsigned agreement can be read and is marked NOT SIGNED. Open
 * to a session of its account, to anybody with the `key` of a mail (7 days, this agreement only), and to the
 * browser that signed it by a link. An unsigned agreement whose text is a PDF answers that PDF to anybody who holds its
 * guid, as `getUnsignedAgreement` answers other texts.
 * Errors: NOT_FOUND for everybody else.
 */
export const downloadAgreement = call({
  name: 'downloadAgreement',
  summary: 'Download an agreement as a PDF',
  method: 'GET',
  path: 'agreement/:agreementGuid/download',
  access: 'key:mail-link',
  staff: 'read',
  permissions: ['agreementsEnabled'],
  params: z.object({ agreementGuid: Guid }),
  query: z.object({ key: z.string().max(100).optional() }),
  answer: { contentType: 'application/pdf', hasParts: true },
});

/**
 * Answers the file in its own type, and parts of it for a `Range`. Error: NOT_FOUND unless the session's account
 * owns it.
 */
export const getFile = call({
  name: 'getFile',
  summary: 'Download a file of the account',
  method: 'GET',
  path: 'portal/files/:guid',
  access: 'account',
  params: z.object({ guid: Guid }),
  answer: { contentType: 'application/octet-stream', hasParts: true },
});

/** Maximum size of a PDF that somebody wants to verify, in bytes. */
export const maxVerifiedBytes = 10 * 1024 * 1024;

/** Maximum size of a PDF to sign, in bytes. The sealed paper contains it, and must be small enough to be verified. */
export const maxTermsBytes = 8 * 1024 * 1024;

/**
 * Takes a form (`multipart/form-data`) with the PDF in `file`. The answer does not tell who signed.
 * Errors: PAYLOAD_TOO_LARGE above `maxVerifiedBytes`, INVALID_REQUEST if the file is not a PDF, TOO_MANY_REQUESTS
 * after 20 in ten minutes from one network.
 */
export const verifyAgreement = call({
  name: 'verifyAgreement',
  summary: 'Check that this marina sealed a PDF and that it is unchanged',
  method: 'POST',
  path: 'agreement/verify',
  access: 'public',
  permissions: ['agreementsEnabled'],
  body: z.strictObject({ file: z.instanceof(Blob) }),
  takesForm: true,
  formHoldsFile: true,
  // The form around the file needs some bytes too.
  maxBytes: maxVerifiedBytes + 64 * 1024,
  answer: z.object({
    /** True if this marina sealed the paper and not one byte has changed. If false, all fields below are null. */
    isGenuine: z.boolean(),
    marina: z.string().nullable(),
    agreementType: z.string().nullable(),
    /** The time when the customer signed. */
    signedOn: Instant.nullable(),
    /** The time when the marina sealed it. */
    sealedOn: Instant.nullable(),
  }),
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  calls: {
    downloadAgreement: [...agreementIsOver, ...limited],
    verifyAgreement: limited,
  },
} as const satisfies FileErrors;
