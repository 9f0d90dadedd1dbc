import { z } from 'zod';
import { call } from './call.ts';
import { Guid, Instant } from './common.ts';

/**
 * Sealed where it was signed; marked NOT SIGNED, to be read, where it wasn't. For a session of its account, for
 * whoever holds the `key` of a mail (7 days, this one agreement), and for the browser that signed it by a link.
 * Errors: NOT_FOUND for anybody else.
 */
export const downloadAgreement = call({
  name: 'downloadAgreement',
  summary: 'The agreement as a PDF',
  method: 'GET',
  path: 'agreement/:agreementGuid/download',
  access: 'key:mail-link',
  staff: 'read',
  permissions: ['agreementsEnabled'],
  params: z.object({ agreementGuid: Guid }),
  query: z.object({ key: z.string().max(100).optional() }),
  answer: { contentType: 'application/pdf' },
});

/** With `Range`, of the type that it has. Error: NOT_FOUND unless it is of the session's account. */
export const getFile = call({
  name: 'getFile',
  summary: "A file of the account's",
  method: 'GET',
  path: 'portal/files/:guid',
  access: 'account',
  params: z.object({ guid: Guid }),
  answer: { contentType: 'application/octet-stream' },
});

/** How large a paper may be that somebody wants verified. */
export const maxVerifiedBytes = 10 * 1024 * 1024;

/**
 * Sent as a form (`multipart/form-data`) with the PDF in `file`. Tells nothing of who signed. Errors: PAYLOAD_TOO_LARGE
 * above `maxVerifiedBytes`, INVALID_REQUEST for what is no PDF; at most 20 in ten minutes from one network.
 */
export const verifyAgreement = call({
  name: 'verifyAgreement',
  summary: 'Whether a PDF is one that this marina sealed, and unchanged since',
  method: 'POST',
  path: 'agreement/verify',
  access: 'public',
  permissions: ['agreementsEnabled'],
  body: z.strictObject({ file: z.instanceof(Blob) }),
  takesForm: true,
  // The form around the file takes some too.
  maxBytes: maxVerifiedBytes + 64 * 1024,
  answer: z.object({
    /** The marina's own, and not one byte was changed. What follows is null for any other. */
    isGenuine: z.boolean(),
    marina: z.string().nullable(),
    agreementType: z.string().nullable(),
    /** When the customer signed. */
    signedOn: Instant.nullable(),
    /** When the marina sealed it. */
    sealedOn: Instant.nullable(),
  }),
});
