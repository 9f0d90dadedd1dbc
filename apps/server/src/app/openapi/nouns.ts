import * as account from '@quayside/contract/account.ts';
import * as agreementPapers from '@quayside/contract/agreement-papers.ts';
import * as agreementSigning from '@quayside/contract/agreement-signing.ts';
import * as agreements from '@quayside/contract/agreements.ts';
import * as cardComponents from '@quayside/contract/card-components.ts';
import * as cards from '@quayside/contract/cards.ts';
import * as clientErrors from '@quayside/contract/client-errors.ts';
import * as common from '@quayside/contract/common.ts';
import * as consent from '@quayside/contract/consent.ts';
import * as contact from '@quayside/contract/contact.ts';
import * as dashboard from '@quayside/contract/dashboard.ts';
import * as documents from '@quayside/contract/documents.ts';
import * as estimates from '@quayside/contract/estimates.ts';
import * as identity from '@quayside/contract/identity.ts';
import * as invoices from '@quayside/contract/invoices.ts';
import * as languages from '@quayside/contract/languages.ts';
import * as loginAddress from '@quayside/contract/login-address.ts';
import * as mailLinks from '@quayside/contract/mail-links.ts';
import * as orders from '@quayside/contract/orders.ts';
import * as paging from '@quayside/contract/paging.ts';
import * as passwordPolicy from '@quayside/contract/password-policy.ts';
import * as passwords from '@quayside/contract/passwords.ts';
import * as paymentHistory from '@quayside/contract/payment-history.ts';
import * as paymentPages from '@quayside/contract/payment-pages.ts';
import * as payments from '@quayside/contract/payments.ts';
import * as platform from '@quayside/contract/platform.ts';
import * as quickPay from '@quayside/contract/quick-pay.ts';
import * as receipts from '@quayside/contract/receipts.ts';
import * as registration from '@quayside/contract/registration.ts';
import * as signOn from '@quayside/contract/sign-on.ts';
import * as staffViews from '@quayside/contract/staff-views.ts';
import * as stays from '@quayside/contract/stays.ts';
import * as storedCards from '@quayside/contract/stored-cards.ts';
import * as tenant from '@quayside/contract/tenant.ts';
import * as threeDSecure1 from '@quayside/contract/three-d-secure-1.ts';
import * as uploads from '@quayside/contract/uploads.ts';
import * as wallets from '@quayside/contract/wallets.ts';

/** A chapter of the document: the subject of its calls, and the files of the contract that define them. */
interface Noun {
  name: string;
  description: string;
  files: readonly Readonly<Record<string, unknown>>[];
}

export const nouns: readonly Noun[] = [
  { name: 'platform', description: 'The server itself.', files: [platform, clientErrors, common, paging] },
  { name: 'tenant', description: 'What a portal is told about its marina.', files: [tenant, passwordPolicy, uploads] },
  { name: 'languages', description: 'The texts of the portal.', files: [languages] },
  { name: 'identity', description: 'Signing in and out, and the session.', files: [identity, loginAddress, signOn] },
  { name: 'registration', description: 'How an account gets its login.', files: [registration] },
  { name: 'passwords', description: 'Passwords that are forgotten or changed.', files: [passwords] },
  {
    name: 'account',
    description: 'The account, its dashboard, and staff who look at it.',
    files: [account, dashboard, staffViews],
  },
  { name: 'consent', description: 'What the marina may write to a customer about.', files: [consent] },
  { name: 'mail-links', description: 'Short links of mails, which work once.', files: [mailLinks] },
  { name: 'contact', description: 'Messages to the office.', files: [contact] },
  {
    name: 'agreements',
    description: 'Agreements: to read, to sign, to check.',
    files: [agreements, agreementSigning, agreementPapers],
  },
  { name: 'documents', description: 'What customers hand in.', files: [documents] },
  { name: 'estimates', description: 'Estimates of the account.', files: [estimates] },
  { name: 'stays', description: 'Where boats lay and will lie.', files: [stays] },
  { name: 'orders', description: 'Orders of the account, and their invoices.', files: [orders, invoices] },
  {
    name: 'payments',
    description: 'Payment attempts, providers and receipts.',
    files: [payments, paymentPages, paymentHistory, receipts],
  },
  {
    name: 'cards',
    description: 'Cards: to pay with, to keep, and wallets.',
    files: [cards, storedCards, wallets, threeDSecure1, cardComponents],
  },
  { name: 'quick-pay', description: 'Paying an order by its link.', files: [quickPay] },
];

const nounsOfCalls = new Map(
  nouns.flatMap(({ name, files }) =>
    files.flatMap((file) => Object.values(file)).flatMap((each) => (isCall(each) ? [[each.name, name] as const] : [])),
  ),
);

/** Returns the chapter of a call. @throws RangeError if its file of the contract is in no chapter */
export function nounOf(callName: string): string {
  const noun = nounsOfCalls.get(callName);
  if (noun === undefined) throw new RangeError(`${callName} belongs to no chapter of app/openapi/nouns.ts`);
  return noun;
}

function isCall(value: unknown): value is { name: string; path: string } {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'name' in value;
}
