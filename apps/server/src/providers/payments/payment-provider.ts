import type { DecimalPlaces } from '@quayside/contract/shared/money.ts';
import type { PaymentProvider as PublicProvider } from '@quayside/contract/payments/payments.ts';
import type { z } from 'zod';
import type { CardComponents } from './card-components.ts';
import type { CardPayments } from './card-payments.ts';
import type { CardVault } from './card-vault.ts';
import type { PaymentAttempt, RefusalReason } from './payment-attempt.ts';
import type { EventReading, IncomingEvent } from './provider-events.ts';
import type { ExpressPayments, RedirectPayments } from './provider-pages.ts';
import type { Aftermath, ProviderStatus } from './provider-status.ts';
import type { Refunds } from './refunds.ts';
import type { Wallets } from './wallets.ts';

/** The details of a provider that browsers may know. The presenter adds those of its page from `redirect`. */
export interface PublicConfig
  extends Omit<
    PublicProvider,
    'key' | 'value' | 'kind' | 'paymentImplementation' | 'maxPayment' | 'maxDecimals' | 'config'
  > {
  readonly config: Omit<PublicProvider['config'], 'page'>;
}

/**
 * A provider with one merchant's settings: it translates between us and its wire, and does nothing else. It keeps no
 * state and touches no database. Capabilities that it lacks are absent.
 */
export interface PaymentProvider extends Partial<CardPayments> {
  /** The adapter's name, or a key of the provider's own (setting `adapter`). */
  readonly key: string;
  /** The provider's account for new attempts. */
  readonly account: string;
  /** The longest time that taking the money needs, in milliseconds, with every request that it takes. */
  readonly deadlineMs: number;
  readonly publicConfig: PublicConfig;
  /** The origins of the provider's browser scripts and frames, for the page's CSP. */
  readonly browserOrigins: readonly string[];
  /** The largest single payment, in major units; null or absent: any amount. Every provider has this setting. */
  readonly maxPayment?: number | null;
  /** The most decimals of an amount in the marina's currency that the provider takes; null or absent: all. */
  readonly maxDecimals?: number | null;
  /** False if it only settles payments that began before it was taken away. */
  readonly isOffered?: boolean;
  /** Asks for the state of an attempt. Takes no money, however often it is asked. */
  fetchStatus(attempt: PaymentAttempt): Promise<ProviderStatus>;
  /** Asks for refunds, disputes and reversals of a charge; absent: the provider does not say. */
  readonly fetchAftermath?: (attempt: PaymentAttempt, providerPaymentId: string) => Promise<Aftermath>;
  /** Tells if it accepts a currency; absent: any with no more decimals than ISO 4217 gives it. */
  readonly takesCurrency?: (currency: string, decimalPlaces: DecimalPlaces) => boolean;
  /** Tells if its wire can express an amount; absent: any. */
  readonly takesAmount?: (amountMinor: number, currency: string, decimalPlaces: DecimalPlaces) => boolean;
  /** Refunds charges; absent: the marina does it at the provider. */
  readonly refunds?: Refunds;
  readonly vault?: CardVault;
  readonly components?: CardComponents;
  readonly redirect?: RedirectPayments;
  readonly express?: ExpressPayments;
  readonly wallets?: Wallets;
  /** Verifies before it parses. */
  readonly readEvent?: (event: IncomingEvent) => Promise<EventReading>;
}

export type CardProvider = PaymentProvider & CardPayments;

/** The code that speaks one provider's wire. */
export interface ProviderAdapter<Settings = unknown> {
  /** The adapter's name, and the key of a provider without a key of its own. */
  readonly key: string;
  /** The name of the company, for the marina's office. Null if the settings name the company: it has many. */
  readonly company: string | null;
  /** The schema of the stored settings of a site. They hold secrets. */
  readonly settings: z.ZodType<Settings>;
  /** The meaning of its refusal codes for a customer, if they say more than "refused". */
  readonly refusalReasons?: Readonly<Record<string, RefusalReason>>;
  open(settings: Settings): PaymentProvider;
}
