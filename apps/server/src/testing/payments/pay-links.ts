import { getQuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import { makeOrder, type OrderInput } from '../factories/orders.ts';
import type { HttpClient } from '../http-client.ts';
import type { CheckoutFixture, Customer } from './checkout-fixture.ts';

/** A person with a link to a customer's order, in a browser without a session. */
export interface Visitor {
  /** The customer that the order belongs to. */
  owner: Customer;
  order: { id: number; guid: string };
  client: HttpClient;
  /** Opens the link, in this browser or another. */
  open: (browser?: HttpClient) => ReturnType<typeof openLink>;
  /** The order as this browser's basket. */
  checkout: Customer;
}

/** Makes a visitor. @param of the customer who owns the order; default: a new one */
export async function makeVisitor(
  fixture: CheckoutFixture,
  overrides: OrderInput = {},
  of?: Customer,
): Promise<Visitor> {
  const owner = of ?? (await fixture.customer());
  const order = await makeOrder(fixture.tenant.db, owner.owner, overrides);
  const client = fixture.app.client(fixture.tenant.key);
  const amount = ((overrides.grossMinor ?? 10_000) - (overrides.allocatedMinor ?? 0)) / 100;
  return {
    owner,
    order,
    client,
    open: (browser = client) => openLink(browser, order.guid),
    checkout: { ...owner, client, orderIds: [order.id], amount },
  };
}

/** Opens the pay link of an order. The browser keeps its key. */
export const openLink = (browser: HttpClient, guid: string) => browser.call(getQuickPayOrder, { params: { guid } });

/** Returns the status and code of an answer, such as `404 NOT_FOUND`. */
export const codeOf = ({ status, body }: Pick<Awaited<ReturnType<HttpClient['get']>>, 'status' | 'body'>): string =>
  `${status} ${body?.responseStatus?.errorCode}`;
