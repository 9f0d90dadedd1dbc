import type { PaymentAttempt, Refusal } from './payment-attempt.ts';

/** A refund that we ask for. */
export interface RefundOrder {
  /** The provider's name of the charge. */
  providerPaymentId: string;
  /** Our reference of the refund, never reused. A provider that takes one makes each refund once. */
  reference: string;
  /** Minor units of the payment's currency. */
  amountMinor: number;
  /** The office's reason, for the payer if the provider shows one; empty: none. */
  reason: string;
}

/** The provider's answer. DANGER: `refused` means that no money was refunded. Everything uncertain is `unknown`. */
export type RefundAnswer =
  | { kind: 'made'; refundId: string; isDone: boolean }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'unknown'; reason: string };

/** A refund of a charge as its provider knows it, made by us or by the marina at the provider. */
export interface KnownRefund {
  refundId: string;
  /** Null if the provider keeps no reference from us. */
  reference: string | null;
  amountMinor: number;
  state: 'pending' | 'done' | 'failed';
}

export type RefundList = { kind: 'known'; refunds: readonly KnownRefund[] } | { kind: 'unknown'; reason: string };

/** The capability of a provider to refund. */
export interface Refunds {
  /** True if the provider keeps our references. Otherwise a refund is known by its id alone. */
  readonly keepsReferences: boolean;
  /** The provider's codes of a refusal that ends by itself: it has not settled the charge yet. */
  readonly tooEarlyCodes?: ReadonlySet<string>;
  /** Refunds an amount of a charge. Called once for a reference. */
  make(attempt: PaymentAttempt, order: RefundOrder): Promise<RefundAnswer>;
  /** Finds the refunds of a charge. Moves no money, however often it is asked. @param order the one to look for */
  find(attempt: PaymentAttempt, order: Pick<RefundOrder, 'providerPaymentId' | 'reference'>): Promise<RefundList>;
}
