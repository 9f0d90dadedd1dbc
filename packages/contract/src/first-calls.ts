import { getAccount } from './account.ts';
import { getUnsignedAgreement } from './agreement-signing.ts';
import { countUnsignedAgreements, getSignedAgreement, listAccountAgreements } from './agreements.ts';
import { getCalendarLink } from './calendar.ts';
import type { Call, CallInput } from './call.ts';
import { listKeptCards } from './card-components.ts';
import { getCardVaultProfile, listIneligibleCards } from './cards.ts';
import { listContactMessages } from './contact.ts';
import { getSummary } from './dashboard.ts';
import { listDocuments } from './documents.ts';
import { getEstimate, listEstimates } from './estimates.ts';
import { getSignInDetails } from './login-address.ts';
import { getOrder, listOrderHistory, listOutstandingOrders } from './orders.ts';
import { pageRows, partRows } from './paging.ts';
import { getAccountPayment, listPaymentHistory } from './payment-history.ts';
import { listPaymentProviders } from './payments.ts';
import { barePath, type PagePath, pathAt } from './portal-routes.ts';
import { listStays } from './stays.ts';
import { listCountries, listSites } from './tenant.ts';

/** The signed-in account, with the values that calls need. */
interface Who {
  guid: string;
  siteId: number;
}

/** The part of the page's path that varies, such as an order's number. Empty if there is none. */
type InPath = string;

/**
 * A call that a page makes as soon as it opens, with the portal's input. Server and portal match their calls by
 * both.
 */
interface FirstCall {
  call: Call;
  input: (who: Who, id: InPath) => Pick<CallInput<Call>, 'params' | 'query'>;
  /** True if the portal asks again in another language. */
  isInLanguage?: true;
}

/** The same, of the page at one path. */
type AskedCall = Omit<FirstCall, 'input'> & { input: (who: Who) => ReturnType<FirstCall['input']> };

/** An answer that comes inside the document, with the call and input that the portal would send. */
export interface FirstAnswer {
  call: string;
  input: object;
  answer: unknown;
  /** The language of the answer, if the portal asks again in another one. */
  language?: string;
}

const first = <C extends Call>(call: C, input: (who: Who, id: InPath) => CallInput<C>) =>
  ({ call, input }) as FirstCall;

/** The calls of header and sidebar, on every page of a signed-in customer. */
const callsOfLayout = [
  first(getAccount, ({ guid }) => ({ params: { accountGuid: guid } })),
  first(getSummary, ({ guid }) => ({ params: { guid } })),
  first(listDocuments, ({ guid }) => ({ params: { guid }, query: {} })),
  first(countUnsignedAgreements, ({ guid }) => ({ params: { accountGuid: guid } })),
  first(listPaymentProviders, ({ siteId }) => ({ params: { siteId } })),
];

const prompted = first(listDocuments, ({ guid }) => ({
  params: { guid },
  query: { promptInPortalOnly: 'true' as const },
}));
const sites = first(listSites, () => ({}));
const countries: FirstCall = { ...first(listCountries, () => ({})), isInLanguage: true };
const ineligibleCards = first(listIneligibleCards, ({ guid }) => ({ params: { guid } }));
const calendar = first(getCalendarLink, ({ guid }) => ({ params: { guid } }));

/** The calls of single pages, by path. */
const callsOfPages: Partial<Record<PagePath, readonly FirstCall[]>> = {
  '/secure/dashboard': [
    first(listAccountAgreements, ({ guid }) => ({ params: { accountGuid: guid }, query: { page: 1, rows: 5 } })),
    first(listAccountAgreements, ({ guid }) => ({
      params: { accountGuid: guid },
      query: { signed: 'false' as const, rows: 100 },
    })),
    prompted,
    first(listOutstandingOrders, ({ guid }) => ({ params: { guid } })),
    sites,
  ],
  '/secure/orders/outstanding': [first(listOutstandingOrders, ({ guid }) => ({ params: { guid } })), calendar, sites],
  '/secure/account/order/:orderId': [first(getOrder, ({ guid }, id) => ({ params: { guid, id: Number(id) } })), sites],
  '/secure/contact-us': [first(listContactMessages, ({ guid }) => ({ params: { guid } })), sites],
  '/secure/boats': [
    first(listStays, ({ guid }) => ({ params: { guid }, query: { rows: 100, filter: 'Current' as const } })),
  ],
  '/secure/documents': [prompted, sites],
  '/secure/account/edit': [countries, first(getSignInDetails, () => ({}))],
  '/secure/manage-payment-methods': [
    first(getCardVaultProfile, ({ guid }) => ({ params: { guid } })),
    ineligibleCards,
    countries,
  ],
  '/secure/clear-accept-pay-cards': [
    first(listKeptCards, ({ guid }) => ({ params: { accountGuid: guid } })),
    ineligibleCards,
  ],
  '/secure/account/payment/:paymentId': [
    first(getAccountPayment, ({ guid }, id) => ({ params: { guid, id: Number(id) } })),
    sites,
  ],
  '/secure/estimates/:estimateId': [
    first(getEstimate, ({ guid }, id) => ({ params: { guid, id: Number(id) } })),
    sites,
  ],
  '/secure/agreements/signed/:agreementGuid': [first(getSignedAgreement, (_, guid) => ({ params: { guid } })), sites],
  '/secure/agreements/unsigned/:agreementGuid': [
    first(getUnsignedAgreement, (_, guid) => ({ params: { guid } })),
    sites,
  ],
};

/** The first rows of a list, once for a desk and once for a phone (SHELL-14): the server knows no screen. */
const firstRows = <C extends Call>(call: C, input: (who: Who, part: { page: 1; rows: number }) => CallInput<C>) =>
  [pageRows, partRows].map((rows) => first(call, (who) => input(who, { page: 1, rows })));

/** The calls of lists, as a bare address shows them. The query string holds another page or a filter. */
const callsOfLists: typeof callsOfPages = {
  '/secure/account/order-history': [
    ...firstRows(listOrderHistory, ({ guid }, part) => ({ params: { guid }, query: part })),
    sites,
  ],
  '/secure/account/payment-history': [
    ...firstRows(listPaymentHistory, ({ guid }, part) => ({ params: { guid }, query: part })),
    sites,
  ],
  '/secure/account/my-stays': [
    ...firstRows(listStays, ({ guid }, part) => ({ params: { guid }, query: { ...part, filter: 'Current' as const } })),
    calendar,
    sites,
  ],
  '/secure/estimates': [
    ...firstRows(listEstimates, ({ guid }, part) => ({
      params: { guid },
      query: { ...part, statusFilter: 'Active' as const },
    })),
    sites,
  ],
  '/secure/agreements': [
    ...firstRows(listAccountAgreements, ({ guid }, part) => ({ params: { accountGuid: guid }, query: part })),
    sites,
  ],
};

/** The calls that a page makes first. */
export interface FirstCalls {
  calls: readonly AskedCall[];
  /** False if the page shows a part of a list that only the portal reads from the address. */
  areAll: boolean;
}

/**
 * Returns the calls that a page of a signed-in customer makes first. Empty for other pages. The server answers them
 * inside the document (`app/first-answers.ts`), so that the first screen waits for no round trip. The portal makes
 * all other calls as usual, also those with another input.
 * @param address from the root, with the query string
 */
export function firstCalls(address: string): FirstCalls {
  const [path = '', query = ''] = address.split('?', 2);
  if (!barePath(path).startsWith('/secure/')) return { calls: [], areAll: true };
  const page = pathAt(path);
  const ofList = page && callsOfLists[page.path];
  const ofPage = ofList && query === '' ? ofList : ((page && callsOfPages[page.path]) ?? []);
  const id = page?.values[0] ?? '';
  return {
    calls: [...callsOfLayout, ...ofPage].map(({ input, ...rest }) => ({ ...rest, input: (who) => input(who, id) })),
    areAll: !ofList || query === '',
  };
}
