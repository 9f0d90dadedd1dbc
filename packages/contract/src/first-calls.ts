import { getAccount } from './account.ts';
import { countUnsignedAgreements, listAccountAgreements } from './agreements.ts';
import { getCalendarLink } from './calendar.ts';
import type { Call, CallInput } from './call.ts';
import { listContactMessages } from './contact.ts';
import { getSummary } from './dashboard.ts';
import { listDocuments } from './documents.ts';
import { getOrder, listOutstandingOrders } from './orders.ts';
import { listPaymentProviders } from './payments.ts';
import { barePath, type PagePath, pathAt } from './portal-routes.ts';
import { listStays } from './stays.ts';
import { listSites } from './tenant.ts';

/** The signed-in account, with the values that calls need. */
interface Who {
  guid: string;
  siteId: number;
}

/** The number in the page's path, such as an order's. NaN if there is none. */
type InPath = number;

/**
 * A call that a page makes as soon as it opens, with the portal's input. Server and portal match their calls by
 * both.
 */
interface FirstCall {
  call: Call;
  input: (who: Who, id: InPath) => Pick<CallInput<Call>, 'params' | 'query'>;
}

/** The same, of the page at one path. */
type AskedCall = Pick<FirstCall, 'call'> & { input: (who: Who) => ReturnType<FirstCall['input']> };

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

/** The calls of single pages, by path. Calls that depend on the device or the query string are not included. */
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
  '/secure/orders/outstanding': [
    first(listOutstandingOrders, ({ guid }) => ({ params: { guid } })),
    first(getCalendarLink, ({ guid }) => ({ params: { guid } })),
    sites,
  ],
  '/secure/account/order/:orderId': [first(getOrder, ({ guid }, id) => ({ params: { guid, id } })), sites],
  '/secure/contact-us': [first(listContactMessages, ({ guid }) => ({ params: { guid } })), sites],
  '/secure/boats': [
    first(listStays, ({ guid }) => ({ params: { guid }, query: { rows: 100, filter: 'Current' as const } })),
  ],
  '/secure/documents': [prompted, sites],
};

/**
 * Returns the calls that a page of a signed-in customer makes first. Empty for other pages. The server answers them
 * inside the document (`app/first-answers.ts`), so that the first screen waits for no round trip. The portal makes
 * all other calls as usual, also those with another input.
 * @param path from the root, without the query string
 */
export function firstCalls(path: string): readonly AskedCall[] {
  if (!barePath(path).startsWith('/secure/')) return [];
  const page = pathAt(path);
  const ofPage = (page && callsOfPages[page.path]) ?? [];
  const id = Number(page?.values[0]);
  return [...callsOfLayout, ...ofPage].map(({ call, input }) => ({ call, input: (who) => input(who, id) }));
}
