import { z } from 'zod';
import { call } from '../shared/call.ts';
import { EmailAddress, Guid, Instant, RunningNumber } from '../shared/common.ts';
import { type FileErrors, limited, mailsPaper } from '../shared/shared-errors.ts';

/**
 * Errors: RECEIPT_NOT_READY unless the payment is Completed; FEATURE_DISABLED if the portal doesn't show orders, as
 * for all calls here.
 */
export const getReceipt = call({
  name: 'getReceipt',
  summary: 'Download the receipt of a completed payment',
  method: 'GET',
  path: 'portal/receipt/:id/:accountGuid',
  access: 'payer',
  paymentIn: 'params.id',
  accountIn: 'params.accountGuid',
  params: z.object({ id: RunningNumber, accountGuid: Guid }),
  answer: { contentType: 'application/pdf' },
});

/** The answer when a mail is queued. */
export const MailQueued = z.object({ emailQueued: z.literal(true), maskedEmail: z.string() });

/**
 * The newest mail of the last week that brings a payment's receipt to the address on file. A mail that was refused does
 * not count.
 */
export const ReceiptMail = z.object({
  maskedEmail: z.string(),
  /** Null while it is on its way. */
  sentAt: Instant.nullable(),
});
export type ReceiptMail = z.output<typeof ReceiptMail>;

/** Accepts both specified payloads (decision P7.2). The values must match the path and belong to the payer. */
const ReceiptRecipient = z.strictObject({
  paymentId: RunningNumber.optional(),
  accountGuid: Guid.optional(),
  email: EmailAddress.optional(),
});

/**
 * Mails the receipt to `email`, or without it to the address on file.
 * Errors: NO_ACCOUNT_EMAIL, RECEIPT_NOT_READY; TOO_MANY_REQUESTS after 5 an hour for one payment (decision S4).
 */
export const emailReceipt = call({
  name: 'emailReceipt',
  summary: "E-mail the receipt to the account's address",
  method: 'POST',
  path: 'portal/email/receipt/:id',
  access: 'payer',
  paymentIn: 'params.id',
  accountIn: 'body.accountGuid',
  params: z.object({ id: RunningNumber }),
  body: ReceiptRecipient,
  answer: MailQueued,
});

export const emailReceiptTo = call({
  name: 'emailReceiptTo',
  summary: 'E-mail the receipt to another address',
  method: 'POST',
  path: 'portal/email/receipt-to/:id',
  access: 'payer',
  paymentIn: 'params.id',
  accountIn: 'body.accountGuid',
  params: z.object({ id: RunningNumber }),
  body: ReceiptRecipient.required({ email: true }),
  answer: MailQueued,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  codes: {
    RECEIPT_NOT_READY: 409,
    NO_ACCOUNT_EMAIL: 409,
  },
  calls: {
    getReceipt: ['RECEIPT_NOT_READY', 'FEATURE_DISABLED', ...limited],
    emailReceipt: ['RECEIPT_NOT_READY', 'FEATURE_DISABLED', ...mailsPaper],
    emailReceiptTo: ['RECEIPT_NOT_READY', 'FEATURE_DISABLED', ...mailsPaper],
  },
} as const satisfies FileErrors;
