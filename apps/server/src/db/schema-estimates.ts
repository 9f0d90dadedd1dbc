import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Day, Readable, Reference, WithDefault, NotedTime } from './columns.ts';

// The tables of estimates and stays.

/** numeric: text when read */
type Decimal<Null = never> = ColumnType<string | Null, number | string | Null, number | string | Null>;

export interface EstimatesTable {
  tenant_id: number;
  id: number;
  account_id: number;
  site_id: number;
  reference: Reference;
  created_at: Date;
  expires_on: Day | null;
  expires_at: Date | null;
  start_date: Day | null;
  departure_date: Day | null;
  currency: string;
  gross_minor: number;
  net_minor: number;
  vat_minor: number;
  converted_order_id: number | null;
  updated_at: NotedTime;
}

export interface EstimateLinesTable {
  tenant_id: number;
  estimate_id: number;
  line: number;
  tariff_name: string;
  quantity: Decimal;
  gross_unit_minor: number;
  gross_minor: number;
  net_minor: number;
  vat_minor: number;
  boat_name: string | null;
  boat_length: Decimal<null>;
}

/** The answers of customers to estimates, each said and proven by an agreement. */
export interface EstimateAnswersTable {
  tenant_id: number;
  estimate_id: number;
  answer: 'accept' | 'decline';
  agreement_id: number;
}

export interface StaysTable {
  tenant_id: number;
  id: number;
  account_id: number;
  reference: Reference;
  boat_id: WithDefault<number | null>;
  boat_name: string;
  arrives_on: Day;
  departs_on: Day | null;
  /** `infinity` while the stay is open. */
  last_day: GeneratedAlways<Day>;
  asset_name: string;
  type: string;
  updated_at: NotedTime;
}

/** The number of stays of each account. The database itself keeps it. */
export type StayTotalsTable = Readable<{ tenant_id: number; account_id: number; stays: number }>;
