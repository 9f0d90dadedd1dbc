import { z } from 'zod';
import { call } from '../shared/call.ts';
import { EmailAddress, Guid } from '../shared/common.ts';
import { MailQueued } from '../payments/receipts.ts';
import { type FileErrors, limited, mailsPaper } from '../shared/shared-errors.ts';

/**
 * Answers the invoice of an order. Once it has its number, it has the same bytes for ever. Before that, the paper shows
 * the order as it is now, in the caller's language, and says that it is not an invoice (decision P2.45).
 * Errors: FEATURE_DISABLED if the portal doesn't show orders.
 */
export const getInvoice = call({
  name: 'getInvoice',
  summary: 'Download the invoice of an order as a PDF',
  method: 'GET',
  path: 'portal/invoice/by-guid/:orderGuid/:accountGuid',
  access: 'account',
  accountIn: 'params.accountGuid',
  params: z.object({ orderGuid: Guid, accountGuid: Guid }),
  answer: { contentType: 'application/pdf', hasParts: true },
});

/**
 * Errors: NO_ACCOUNT_EMAIL if no address is given and none is on file; TOO_MANY_REQUESTS after 5 an hour for one
 * order (decision S4).
 */
export const emailInvoice = call({
  name: 'emailInvoice',
  summary: "E-mail an order's invoice to the account's address or to another",
  method: 'POST',
  // The order's guid or the account's: the specification leaves it open. The body names the order.
  path: 'portal/email/invoice/:guid',
  access: 'account',
  accountIn: 'body.accountGuid',
  params: z.object({ guid: Guid }),
  body: z.strictObject({ accountGuid: Guid, orderGuid: Guid, email: EmailAddress.optional() }),
  answer: MailQueued,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  calls: {
    getInvoice: ['FEATURE_DISABLED', ...limited],
    emailInvoice: ['FEATURE_DISABLED', ...mailsPaper],
  },
} as const satisfies FileErrors;
