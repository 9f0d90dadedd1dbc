import type { DatabaseSync } from 'node:sqlite';
import { changeOrder, type Order, type Outcome, type Payer } from './orders.ts';

/** The person who pays in the sandbox. */
export const sandboxPayer: Payer = {
  payerId: 'JOSAILOR4417A',
  givenName: 'Jo',
  surname: 'Sailor',
  email: 'jo.sailor@example.com',
};

/** Signs the payer in. */
export const signIn = (database: DatabaseSync, order: Order): Order =>
  changeOrder(database, order, { payer: sandboxPayer });

/** Approves the order for the payer. Nothing is taken before the merchant captures it. */
export const approveOrder = (database: DatabaseSync, order: Order, outcome: Outcome): Order =>
  changeOrder(database, order, { payer: order.payer ?? sandboxPayer, status: 'APPROVED', outcome });
