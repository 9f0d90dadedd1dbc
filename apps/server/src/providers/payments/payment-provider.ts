import type { DecimalPlaces } from '@quayside/contract/money.ts';
import type { PaymentProvider as PublicProvider } from '@quayside/contract/payments.ts';
import type { z } from 'zod';
import type { CardComponents } from './card-components.ts';
import type { CardPayments } from './card-payments.ts';
import type { CardVault } from './card-vault.ts';
import type { PaymentAttempt, RefusalReason } from './payment-attempt.ts';
import type { EventReading, IncomingEvent } from './provider-events.ts';
import type { ExpressPayments, RedirectPayments } from './provider-pages.ts';
import type { Aftermath, ProviderStatus } from './provider-status.ts';
import type { Wallets } from './wallets.ts';

/** What a browser may know of a provider. */
export type PublicFace = Omit<PublicProvider, 'key' | 'value' | 'paymentImplementation' | 'maxPayment'>;

/**
 * A provider with one merchant's settings: translation between us and its wire, and nothing else. It keeps no state and
 * touches no database. What it can't do it leaves out.
 */
export interface PaymentProvider extends Partial<CardPayments> {
  readonly key: string;
  /** The provider's account that new attempts are made with. */
  readonly account: string;
  /** The longest that taking the money takes. */
  readonly deadlineMs: number;
  readonly face: PublicFace;
  /** Origins that the provider's browser scripts and frames come from, for the page's CSP. */
  readonly browserOrigins: readonly string[];
  /** The most that one payment may be, in major units; null or absent: any amount. A setting of every provider. */
  readonly maxPayment?: number | null;
  /** Asks what became of an attempt. Takes no money, however often it is asked. */
  fetchStatus(attempt: PaymentAttempt): Promise<ProviderStatus>;
  /** Asks what became of money that it took; absent: it doesn't say. @param providerPaymentId of the charge */
  readonly fetchAftermath?: (attempt: PaymentAttempt, providerPaymentId: string) => Promise<Aftermath>;
  /** Whether it takes a currency; absent: any. */
  readonly takesCurrency?: (currency: string, decimalPlaces: DecimalPlaces) => boolean;
  readonly vault?: CardVault;
  readonly components?: CardComponents;
  readonly redirect?: RedirectPayments;
  readonly express?: ExpressPayments;
  readonly wallets?: Wallets;
  /** Verifies before it parses. */
  readonly readEvent?: (event: IncomingEvent) => Promise<EventReading>;
}

export type CardProvider = PaymentProvider & CardPayments;

/** A provider that Quayside can speak with. */
export interface ProviderKind<Settings = unknown> {
  readonly key: string;
  readonly implementation: 'Component' | 'Api';
  /** What is stored for a site; holds secrets. */
  readonly settings: z.ZodType<Settings>;
  /** What its codes of refusal mean to a customer, where more than that it refused. */
  readonly refusalReasons?: Readonly<Record<string, RefusalReason>>;
  open(settings: Settings): PaymentProvider;
}
