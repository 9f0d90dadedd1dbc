import type { ColumnType } from 'kysely';
import type { Day, NotedTime, Reference } from '../columns.ts';

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
  boat_length: Decimal<null>;
}

/** The answers of customers to estimates, each said and proven by an agreement. */
interface EstimateAnswersTable {
  tenant_id: number;
  estimate_id: number;
  answer: 'accept' | 'decline';
  agreement_id: number;
}
