import { errors as account } from '../account/account.ts';
import { errors as agreementPapers } from '../agreements/agreement-papers.ts';
import { errors as agreementSigning } from '../agreements/agreement-signing.ts';
import { errors as calendar } from '../account/calendar.ts';
import { errors as cardComponents } from '../cards/card-components.ts';
import { errors as cards } from '../cards/cards.ts';
import { errors as clientErrors } from '../portal/client-errors.ts';
import { errors as consent } from '../account/consent.ts';
import { errors as contact } from '../account/contact.ts';
import { errors as documents } from '../documents/documents.ts';
import { errors as estimates } from '../orders/estimates.ts';
import { errors as exports } from '../account/exports.ts';
import { errors as identity } from '../identity/identity.ts';
import { errors as integrationAgreements } from '../integration/agreements.ts';
import { errors as integrationAllocations } from '../integration/payments/allocations.ts';
import { errors as integrationCredits } from '../integration/payments/credits.ts';
import { errors as integrationDocuments } from '../integration/documents.ts';
import { errors as integrationExport } from '../integration/export.ts';
import { errors as integrationOrders } from '../integration/orders.ts';
import { errors as integrationPayLinks } from '../integration/payments/pay-links.ts';
import { errors as integrationPayments } from '../integration/payments/payment-resources.ts';
import { errors as integrationRefunds } from '../integration/payments/refunds.ts';
import { errors as integrationRegistration } from '../integration/registration-codes.ts';
import { errors as integrationWaitingLists } from '../integration/waiting-lists.ts';
import { errors as invoices } from '../orders/invoices.ts';
import { errors as loginAddress } from '../identity/login-address.ts';
import { errors as mailLinks } from '../identity/mail-links.ts';
import { errors as orders } from '../orders/orders.ts';
import { errors as passwords } from '../identity/passwords.ts';
import { errors as paymentPages } from '../payments/payment-pages.ts';
import { errors as payments } from '../payments/payments.ts';
import { errors as quickPay } from '../orders/quick-pay.ts';
import { errors as receipts } from '../payments/receipts.ts';
import { errors as registration } from '../identity/registration.ts';
import { errors as signOn } from '../identity/sign-on.ts';
import { errors as staffViews } from '../identity/staff-views.ts';
import { errors as storedCards } from '../cards/stored-cards.ts';
import { errors as threeDSecure1 } from '../cards/three-d-secure-1.ts';
import { errors as wallets } from '../cards/wallets.ts';

/** The errors of each file of the contract that has some. */
const files = [
  account,
  agreementPapers,
  agreementSigning,
  calendar,
  cardComponents,
  cards,
  clientErrors,
  consent,
  contact,
  documents,
  estimates,
  exports,
  identity,
  integrationAgreements,
  integrationAllocations,
  integrationCredits,
  integrationDocuments,
  integrationExport,
  integrationOrders,
  integrationPayLinks,
  integrationPayments,
  integrationRefunds,
  integrationRegistration,
  integrationWaitingLists,
  invoices,
  loginAddress,
  mailLinks,
  orders,
  passwords,
  paymentPages,
  payments,
  quickPay,
  receipts,
  registration,
  signOn,
  staffViews,
  storedCards,
  threeDSecure1,
  wallets,
] as const;

/** The codes that belong to no file: any call can answer them, or its definition implies them. */
const general = {
  NOT_SIGNED_IN: 401,
  ACCOUNT_CLOSED: 403,
  FOREIGN_ORIGIN: 403,
  STAFF_READ_ONLY: 409,
  INVALID_REQUEST: 400,
  TENANT_MISMATCH: 400,
  TENANT_UNKNOWN: 404,
  NOT_FOUND: 404,
  FEATURE_DISABLED: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
  API_KEY_INVALID: 401,
  SCOPE_MISSING: 403,
  VERSION_CHANGED: 412,
  ROW_REFUSED: 409,
  IDEMPOTENCY_KEY_CONFLICT: 409,
  INVALID_TOKEN: 410,
  AUTHENTICATION_TOO_OLD: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
  RAW_CARD_DATA: 400,
} as const;

type CodesOf<File> = File extends { codes: infer Codes } ? keyof Codes : never;

export type ErrorCode = keyof typeof general | CodesOf<(typeof files)[number]>;

/**
 * Every error code that an answer can carry, with its HTTP status. The files of the contract declare their own.
 * The texts are in `languages/Server/<language>.json` under `errors.<code>`.
 * Of the portal's calls only ACCOUNT_CLOSED and FOREIGN_ORIGIN answer 403, because the portal ends the session on any
 * 403 (decision C6.5). The integration API has a 403 of its own.
 */
export const errorStatus: Readonly<Record<ErrorCode, number>> = Object.assign(
  { ...general },
  ...files.map((file) => ('codes' in file ? file.codes : {})),
);

/**
 * The errors of each call beyond those that its definition implies, by the call's name. The compiler knows every code.
 */
export const callErrors: Readonly<Record<string, readonly ErrorCode[]>> = Object.assign(
  {},
  ...files.map(({ calls }): Readonly<Record<string, readonly ErrorCode[]>> => calls),
);
