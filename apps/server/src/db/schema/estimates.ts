import type { ColumnType } from 'kysely';
import type { Day, NotedTime, Reference } from '../sql/columns.ts';

/** The tables of estimates. */
export interface EstimateTables {
  estimates: EstimatesTable;
  estimate_lines: EstimateLinesTable;
  estimate_answers: EstimateAnswersTable;
}

/** numeric: text when read */
type Decimal<Null = never> = ColumnType<string | Null, number | string | Null, number | string | Null>;

interface EstimatesTable {
  tenant_id: number;
  /** The number that customers read. */
  id: number;
  account_id: number;
  site_id: number;
  reference: Reference;
  created_at: Date;
  /** It is valid to the end of this day at its site, or to `expires_at`. Neither: for ever. */
  expires_on: Day | null;
  expires_at: Date | null;
  start_date: Day | null;
  departure_date: Day | null;
  currency: string;
  gross_minor: number;
  net_minor: number;
  vat_minor: number;
  /** The order that it became. */
  converted_order_id: number | null;
  updated_at: NotedTime;
}

interface EstimateLinesTable {
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
  /** The length in the unit of the marina. */
  boat_length: Decimal<null>;
}

/** The answers of customers to estimates, each said and proven by an agreement. */
interface EstimateAnswersTable {
  tenant_id: number;
  estimate_id: number;
  answer: 'accept' | 'decline';
  agreement_id: number;
}
