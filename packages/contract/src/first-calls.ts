import { getAccount } from './account.ts';
import { countUnsignedAgreements, listAccountAgreements } from './agreements.ts';
import type { Call, CallInput } from './call.ts';
import { getSummary } from './dashboard.ts';
import { listDocuments } from './documents.ts';
import { listOutstandingOrders } from './orders.ts';
import { listPaymentProviders } from './payments.ts';
import { barePath } from './portal-routes.ts';
import { listSites } from './tenant.ts';

/** Who is signed in, as calls name them. */
interface Who {
  guid: string;
  siteId: number;
}

/** A call that a page makes as soon as it is opened, with what the portal passes: the two find each other by it. */
interface FirstCall {
  call: Call;
  input: (who: Who) => Pick<CallInput<Call>, 'params' | 'query'>;
}

/** An answer that a document brings along, under what the portal would ask. */
export interface FirstAnswer {
  call: string;
  input: object;
  answer: unknown;
}

const first = <C extends Call>(call: C, input: (who: Who) => CallInput<C>) => ({ call, input }) as FirstCall;

/** Of header and sidebar, on every page of somebody who is signed in. */
const callsOfLayout = [
  first(getAccount, ({ guid }) => ({ params: { accountGuid: guid } })),
  first(getSummary, ({ guid }) => ({ params: { guid } })),
  first(listDocuments, ({ guid }) => ({ params: { guid }, query: {} })),
  first(countUnsignedAgreements, ({ guid }) => ({ params: { accountGuid: guid } })),
  first(listPaymentProviders, ({ siteId }) => ({ params: { siteId } })),
];

/** Of a page itself, by its path. What hangs on the device or the search is not among them. */
const callsOfPages: Record<string, readonly FirstCall[]> = {
  '/secure/dashboard': [
    first(listAccountAgreements, ({ guid }) => ({ params: { accountGuid: guid }, query: { page: 1, rows: 5 } })),
    first(listSites, () => ({})),
  ],
  '/secure/orders/outstanding': [
    first(listOutstandingOrders, ({ guid }) => ({ params: { guid } })),
    first(listSites, () => ({})),
  ],
};

/**
 * What a page of somebody who is signed in asks first; nothing on other pages. The server answers it along with the
 * document (`http/first-answers.ts`), so that the first screen waits for no round trip. What is missing here, or asked
 * in other words, the portal asks for as usual.
 * @param path from the root, without the search
 */
export function firstCalls(path: string): readonly FirstCall[] {
  const page = barePath(path).replace(/\/$/, '');
  return page.startsWith('/secure/') ? [...callsOfLayout, ...(callsOfPages[page] ?? [])] : [];
}
