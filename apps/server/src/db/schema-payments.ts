import type { ColumnType } from 'kysely';
import type { Day, NotedTime, Reference, WithDefault } from './columns.ts';

// The tables of orders and their payments.

export interface OrdersTable {
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

export interface OrderLinesTable {
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
  vat_percent: WithDefault<string | null>;
  start_date: Day | null;
  departure_date: Day | null;
  location: string | null;
  boat_name: string | null;
}

export interface PaymentsTable {
  tenant_id: number;
  id: number;
  account_id: number;
  site_id: number;
  merchant_ref_number: string;
  provider_key: string;
  provider_account: WithDefault<string>;
  channel: string;
  state: string;
  currency: string;
  amount_minor: number;
  allocated_minor: WithDefault<number>;
  refunded_minor: WithDefault<number>;
  disputed_minor: WithDefault<number>;
  reversed_minor: WithDefault<number>;
  is_test: boolean;
  language: string | null;
  idempotency_key: string | null;
  request_hash: Buffer | null;
  provider_payment_id: string | null;
  provider_reference: string | null;
  ended_by: string | null;
  redirect_url: string | null;
  masked_card_number: string | null;
  card_type: string | null;
  remember_card: WithDefault<boolean>;
  card_saved: boolean | null;
  error_code: string | null;
  error_description: string | null;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
  sent_at: Date | null;
  transaction_at: Date | null;
  checked_at: Date | null;
  check_at: Date | null;
  order_key_hash: WithDefault<Buffer | null>;
  office_reference: WithDefault<string | null>;
  office_method: WithDefault<string | null>;
  bank_reference: WithDefault<string | null>;
  paid_on: WithDefault<Day | null>;
  reversed_on: WithDefault<Day | null>;
}

export interface ThreeDSecureLookupsTable {
  tenant_id: number;
  payment_id: number;
  attempt: number;
  authentication_id: string | null;
  payment_token_hash: Buffer;
  status: string | null;
  version: number | null;
  enrollment: string | null;
  result: string | null;
  outcome: string | null;
  authentication: ColumnType<unknown, string | null, string | null>;
  created_at: Date;
}

export interface ProviderEventsTable {
  tenant_id: number;
  id: number;
  provider_key: string;
  event_id: string;
  kind: string;
  merchant_ref_number: string | null;
  provider_payment_id: WithDefault<string | null>;
  received_at: Date;
  handled_at: Date | null;
}

/** Cards that a provider keeps and that only we can name. */
export interface ComponentCardsTable {
  tenant_id: number;
  id: number;
  account_id: number;
  provider_key: string;
  provider_account: string;
  /** DANGER: never leaves the server. */
  permanent_token: string;
  card_type: string;
  last_digits: string;
  expiry_month: number;
  expiry_year: number;
  holder_name: string;
  nick_name: WithDefault<string>;
  created_at: Date;
}

export interface BankKeysTable {
  tenant_id: number;
  payment_id: number;
  attempt: number;
  key_hash: Buffer;
  expires_at: Date;
  used_at: WithDefault<Date | null>;
}

/** Refunds that the office asked for here. */
export interface PaymentRefundsTable {
  tenant_id: number;
  id: number;
  payment_id: number;
  /** Our reference on the provider's wire. */
  reference: string;
  amount_minor: number;
  reason: string;
  state: string;
  /** True until the payment's sums hold its outcome. */
  under_way: WithDefault<boolean>;
  /** The refunded sum of the payment when this one was stored. */
  refunded_before_minor: number;
  provider_refund_id: WithDefault<string | null>;
  /** The provider's ids of the refunds that there were before this one. */
  earlier_ids: ColumnType<string[], string, string>;
  error_code: WithDefault<string | null>;
  created_at: Date;
  updated_at: Date;
  check_at: Date | null;
}
