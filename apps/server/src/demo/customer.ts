import type { NewOrderLine } from '../features/orders/orders.exports.ts';
import type { Boat } from './boats.ts';
import type { Person } from './people.ts';

/** A customer of the demo with everything that belongs to them, before it is stored. Days are `YYYY-MM-DD`. */
export interface Customer {
  person: Person;
  siteId: number;
  since: string;
  boats: Boat[];
  orders: PastOrder[];
}

/** An order with its later history. */
export interface PastOrder {
  /** Set for an order whose pay link is printed at the start; otherwise a random guid is made. */
  guid?: string;
  orderType: string;
  boatName: string | null;
  createdOn: string;
  taxPointDate: string;
  lines: NewOrderLine[];
  agreement: OrderAgreement | null;
  /** The payment that the office received; null if none. */
  paid: { on: string; part: number | 'all' } | null;
  /** The day on which the rest was paid, if it was another one. */
  restPaidOn?: string;
  /** True if the payment was refunded. */
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
