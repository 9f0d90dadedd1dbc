import type { ColumnType } from 'kysely';
import type { Day, Json, NotedTime, WithDefault } from '../columns.ts';

/** The tables of payments and of the providers that take them. */
export interface PaymentTables {
  payment_providers: { tenant_id: number; site_id: number; key: string; position: number; settings: Json };
  checked_providers: { only_row: WithDefault<boolean>; mark: string };
  payments: PaymentsTable;
  payment_orders: {
    tenant_id: number;
    payment_id: number;
    order_id: number;
    amount_minor: number;
    live: boolean;
    /** The order's debt when a part of it was chosen. Null: the attempt pays all of it. */
    due_minor: WithDefault<number | null>;
  };
  payment_allocations: {
    tenant_id: number;
    id: number;
    payment_id: number;
    order_id: number;
    amount_minor: number;
    refunded_minor: WithDefault<number>;
    created_at: Date;
    updated_at: NotedTime;
  };
  payment_events: {
    tenant_id: number;
    payment_id: number;
    sequence: number;
    event: string;
    from_state: string;
    to_state: string;
    detail: Json;
    created_at: Date;
  };
  payment_alerts: {
    tenant_id: number;
    id: number;
    payment_id: number;
    kind: string;
    detail: Json;
    created_at: Date;
  };
  payment_refunds: PaymentRefundsTable;
  provider_events: ProviderEventsTable;
}

interface PaymentsTable {
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

/** Refunds that the office asked for here. */
interface PaymentRefundsTable {
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

interface ProviderEventsTable {
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
