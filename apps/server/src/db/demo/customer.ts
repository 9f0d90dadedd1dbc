import type { NewOrderLine } from '../../features/orders/order-line.ts';
import type { Boat } from './boats.ts';
import type { Person } from './people.ts';

/** A customer of the demo with all that is theirs, before it is stored. Days are `YYYY-MM-DD`. */
export interface Customer {
  person: Person;
  siteId: number;
  since: string;
  boats: Boat[];
  orders: PastOrder[];
}

/** An order with what became of it. */
export interface PastOrder {
  /** Of an order whose pay link is told at the start; else a random one. */
  guid?: string;
  orderType: string;
  boatName: string | null;
  createdOn: string;
  taxPointDate: string;
  lines: NewOrderLine[];
  agreement: OrderAgreement | null;
  /** What the office has received; none is null. */
  paid: { on: string; part: number | 'all' } | null;
  /** What was left was paid on another day. */
  restPaidOn?: string;
  /** What was paid has been paid back. */
  isRefunded?: boolean;
  cancelledOn: string | null;
}

export interface OrderAgreement {
  type: string;
  optional: boolean;
  signatureRequired: boolean;
  signedOn: string | null;
  startDate: string;
  endDate: string;
}
