import type { ColumnType } from 'kysely';
import type { Day, NotedTime, Reference, WithDefault } from '../sql/columns.ts';

/** The tables of orders and of their pay links. */
export interface OrderTables {
  orders: OrdersTable;
  order_lines: OrderLinesTable;
  order_keys: {
    tenant_id: number;
    /** The SHA-256 of the browser’s key, which is stored nowhere. */
    key_hash: Buffer;
    /** An order that the browser has opened by its pay link. */
    order_id: number;
    expires_at: Date;
    /** The browser’s Accept header for documents, which banks use to judge a payment. */
    accept_header: WithDefault<string | null>;
  };
}

interface OrdersTable {
  tenant_id: number;
  /** The number that customers read. */
  id: number;
  guid: string;
  account_id: number;
  site_id: number;
  order_type: string;
  /** The purpose in lists, such as the name of the first line. */
  description: string;
  boat_name: string | null;
  agreement_id: number | null;
  created_at: Date;
  /** The day from which the order counts as due, at its site. */
  tax_point_date: Day;
  currency: string;
  gross_minor: number;
  /** The sum of payments and credit notes on the order. It owes `gross_minor` less this. */
  allocated_minor: WithDefault<number>;
  cancelled_at: Date | null;
  reference: Reference;
  /** The number of its invoice. It never changes. */
  invoice_number: WithDefault<string | null>;
  invoiced_on: WithDefault<Day | null>;
  updated_at: NotedTime;
  made_at: NotedTime;
  /** The time of the change by which it last owed nothing more. */
  paid_up_at: NotedTime;
  /** The part of `allocated_minor` that credit notes settle. */
  credited_minor: WithDefault<number>;
  /** The order that this credit note is for. */
  credits_order_id: WithDefault<number | null>;
}

interface OrderLinesTable {
  tenant_id: number;
  order_id: number;
  line: number;
  name: string;
  quantity: ColumnType<string, number | string, number | string>;
  /** The unit of the quantity, as the marina writes it. Null if the quantity counts pieces. */
  unit: WithDefault<string | null>;
  gross_unit_minor: number;
  gross_minor: number;
  net_minor: number;
  vat_minor: number;
  /** The rate on the net price; null if the line is older than the column. */
  vat_percent: ColumnType<string | null, number | string | null | undefined, number | string | null>;
  start_date: Day | null;
  departure_date: Day | null;
  location: string | null;
  boat_name: string | null;
}
