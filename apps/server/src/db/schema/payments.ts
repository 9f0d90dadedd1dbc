import type { ColumnType } from 'kysely';
import type { Day, Json, NotedTime, WithDefault } from '../sql/columns.ts';

/** The tables of payments and of the providers that take them. */
export interface PaymentTables {
  /** The providers of each site, in their order. `settings` hold encrypted secrets. */
  payment_providers: { tenant_id: number; site_id: number; key: string; position: number; settings: Json };
  /** One row: the program and the settings of providers that a start has checked, as a digest. */
  checked_providers: { only_row: WithDefault<boolean>; mark: string };
  payments: PaymentsTable;
  /** The orders of an attempt, with the amount that it pays of each. */
  payment_orders: {
    tenant_id: number;
    payment_id: number;
    order_id: number;
    amount_minor: number;
    /** True while the attempt holds the order. An order has one live attempt at most. */
    live: boolean;
    /** The order's debt when a part of it was chosen. Null: the attempt pays all of it. */
    due_minor: WithDefault<number | null>;
  };
  /** The parts of completed payments that are on orders. */
  payment_allocations: {
    tenant_id: number;
    id: number;
    payment_id: number;
    order_id: number;
    amount_minor: number;
    /** The refunded part. It stays allocated, because nothing is owed again. */
    refunded_minor: WithDefault<number>;
    created_at: Date;
    updated_at: NotedTime;
  };
  /** The steps of an attempt from state to state. Rows are only added. */
  payment_events: {
    tenant_id: number;
    payment_id: number;
    sequence: number;
    event: string;
    from_state: string;
    to_state: string;
    /** Codes and ids of the provider. DANGER: never a secret, a card number or a name. */
    detail: Json;
    created_at: Date;
  };
  /** Problems with money that the office has to settle. */
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

/** Attempts to pay, and payments of the office. */
interface PaymentsTable {
  tenant_id: number;
  id: number;
  account_id: number;
  site_id: number;
  /** The attempt’s reference on every provider’s wire. It is never used again. */
  merchant_ref_number: string;
  provider_key: string;
  /** The provider’s account that takes the money. Empty for a payment of the office. */
  provider_account: WithDefault<string>;
  channel: string;
  state: string;
  currency: string;
  amount_minor: number;
  /** The part that is on orders. The rest of a completed payment is available, refunded or reversed. */
  allocated_minor: WithDefault<number>;
  refunded_minor: WithDefault<number>;
  /** The part that is claimed back and not decided yet. */
  disputed_minor: WithDefault<number>;
  /** The part that a bank or the provider took back for good. Its orders owe it again. */
  reversed_minor: WithDefault<number>;
  is_test: boolean;
  /** The payer’s language, for the automatic receipt. */
  language: string | null;
  idempotency_key: string | null;
  request_hash: Buffer | null;
  /** The provider’s id of the transaction, once known. */
  provider_payment_id: string | null;
  /** The provider’s id of the attempt, before money moves. */
  provider_reference: string | null;
  /** The event that ended it unpaid. It shows if that was the provider’s word. */
  ended_by: string | null;
  /** The provider’s page on which the customer pays or agrees. */
  redirect_url: string | null;
  masked_card_number: string | null;
  card_type: string | null;
  /** True if the payer wants the card to be kept. `card_saved` is the result. */
  remember_card: WithDefault<boolean>;
  card_saved: boolean | null;
  error_code: string | null;
  error_description: string | null;
  created_at: Date;
  updated_at: Date;
  /** The end of the attempt’s time. If it was not sent, or its page is not paid, it expires then. */
  expires_at: Date;
  sent_at: Date | null;
  transaction_at: Date | null;
  /** The last question to the provider. */
  checked_at: Date | null;
  /** The next check by the reconciler. Null: it waits for nothing. */
  check_at: Date | null;
  /** The key of the browser that started it by a pay link. Null: a session or the office started it. */
  order_key_hash: WithDefault<Buffer | null>;
  /** The marina’s own reference of a payment that its office took. Null for all others. */
  office_reference: WithDefault<string | null>;
  /** The way in which the office took it, such as `cash`. */
  office_method: WithDefault<string | null>;
  bank_reference: WithDefault<string | null>;
  /** The days at the site, for a payment of the office. */
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

/** Events that providers sent. They only tell that it is worth asking the provider. */
interface ProviderEventsTable {
  tenant_id: number;
  id: number;
  provider_key: string;
  /** The provider’s id, so that an event that comes twice counts once. */
  event_id: string;
  kind: string;
  merchant_ref_number: string | null;
  provider_payment_id: WithDefault<string | null>;
  received_at: Date;
  /** The time at which the provider was asked about it. */
  handled_at: Date | null;
}
