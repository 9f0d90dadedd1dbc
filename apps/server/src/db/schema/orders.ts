import type { ColumnType } from 'kysely';
import type { Day, NotedTime, Reference, WithDefault } from '../columns.ts';

/** The tables of orders and of their pay links. */
export interface OrderTables {
  orders: OrdersTable;
  order_lines: OrderLinesTable;
  order_keys: {
    tenant_id: number;
    key_hash: Buffer;
    order_id: number;
    expires_at: Date;
    accept_header: WithDefault<string | null>;
  };
}

interface OrdersTable {
  tenant_id: number;
  id: number;
  guid: string;
  account_id: number;
  site_id: number;
  order_type: string;
  description: string;
  boat_name: string | null;
  agreement_id: number | null;
  created_at: Date;
  tax_point_date: Day;
  currency: string;
  gross_minor: number;
  allocated_minor: WithDefault<number>;
  cancelled_at: Date | null;
  reference: Reference;
  invoice_number: WithDefault<string | null>;
  invoiced_on: WithDefault<Day | null>;
  updated_at: NotedTime;
  made_at: NotedTime;
  paid_up_at: NotedTime;
  credited_minor: WithDefault<number>;
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
