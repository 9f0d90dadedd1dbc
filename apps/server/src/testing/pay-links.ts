import { getQuickPayOrder } from '@quayside/contract/quick-pay.ts';
import type { CheckoutWorld, Customer } from './checkout-world.ts';
import { makeOrder, type OrderWishes } from './factories-orders.ts';
import type { HttpClient } from './http-client.ts';

/** Somebody with a link to an order of a customer's, in a browser that nobody is signed in with. */
export interface Visitor {
  /** Whose order it is. */
  owner: Customer;
  order: { id: number; guid: string };
  client: HttpClient;
  /** Opens the link, here or in another browser. */
  open: (browser?: HttpClient) => ReturnType<typeof openLink>;
  /** The order as this browser's basket. */
  checkout: Customer;
}

/** @param of the customer; else a new one */
export async function makeVisitor(world: CheckoutWorld, wish: OrderWishes = {}, of?: Customer): Promise<Visitor> {
  const owner = of ?? (await world.customer());
  const order = await makeOrder(world.tenant.db, owner.owner, wish);
  const client = world.app.client(world.tenant.key);
  const amount = ((wish.grossMinor ?? 10_000) - (wish.allocatedMinor ?? 0)) / 100;
  return {
    ...{ owner, order, client },
    open: (browser = client) => openLink(browser, order.guid),
    checkout: { ...owner, client, orderIds: [order.id], amount },
  };
}

export const openLink = (browser: HttpClient, guid: string) => browser.call(getQuickPayOrder, { params: { guid } });

/** What a call was answered, such as `404 NOT_FOUND`. */
export const codeOf = ({ status, body }: Pick<Awaited<ReturnType<HttpClient['get']>>, 'status' | 'body'>): string =>
  `${status} ${body?.responseStatus?.errorCode}`;
