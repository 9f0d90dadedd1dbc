import type { BillingAddressInput, BrowserDetails } from '@quayside/contract/cards/cards.ts';
import type { z } from 'zod';
import type { PaymentAttempt, Refusal } from './payment-attempt.ts';
import type { ProviderStatus } from './provider-status.ts';

/** The result of asking a bank about its customer. */
export interface CardAuthentication {
  id: string;
  status: string;
  /** 1 or 2. */
  version: number;
  enrollment: string | null;
  result: string | null;
  /** The fields that the charge has to carry, in the provider's own form. */
  proof: Record<string, unknown>;
}

/** The step before the charge. Moves no money. */
export type PaymentStep =
  | { kind: 'ready'; authentication: CardAuthentication }
  | { kind: 'challenge'; authentication: CardAuthentication; payload: string }
  | { kind: 'declined'; authentication: CardAuthentication | null; refusal: Refusal }
  | { kind: 'unavailable'; reason: string };

export interface StartInput {
  /** Unique for each authentication: `<merchantRefNumber>-3ds-<n>`. */
  reference: string;
  /** Single use, from the provider's own frame. */
  paymentToken: string;
  deviceFingerprintingId: string;
  merchant: { name: string; url: string };
  profile: { email?: string | undefined; phone?: string | undefined; cellPhone?: string | undefined };
  browser: z.output<typeof BrowserDetails> & { userAgent: string; accept: string; ip: string };
}

export interface ResumeInput {
  authenticationId: string;
  /** The reference that it was started with. */
  reference: string;
}

/** Version 1 of 3-D Secure knows nothing of the device, and our form opens the bank's page. */
export type EnrollInput = Pick<StartInput, 'reference' | 'paymentToken' | 'merchant'> & {
  browser: Pick<StartInput['browser'], 'userAgent' | 'accept' | 'ip'>;
};

export type EnrollmentStep =
  | Exclude<PaymentStep, { kind: 'challenge' }>
  | { kind: 'challenge'; authentication: CardAuthentication; acsUrl: string; paReq: string };

/** The answer of the bank's page. */
export interface FinishInput {
  enrollmentId: string;
  /** Different from the enrolment's. */
  reference: string;
  paRes: string;
}

/** 3-D Secure 1, which the schemes have ended: for merchants whose test systems still use it. */
export interface Version1 {
  /** The origins of the banks' pages. No other page is opened. */
  readonly bankOrigins: readonly string[];
  enroll(attempt: PaymentAttempt, input: EnrollInput): Promise<EnrollmentStep>;
  /** Asks the provider to judge the bank's answer. */
  finish(attempt: PaymentAttempt, input: FinishInput): Promise<Exclude<PaymentStep, { kind: 'challenge' }>>;
}

export interface ChargeInput {
  /** Single use: the token that was authenticated. */
  paymentToken: string;
  /** null: the token itself proves who pays, like a wallet's on a phone. */
  proof: Record<string, unknown> | null;
  payer: { firstName: string; lastName: string; email: string };
  billing: BillingAddressInput | null;
  ip: string;
  /**
   * Set if the card is on file with the customer's consent: kept from this payment on, or before it. Banks accept such
   * payments more often. null: used once, or a wallet's.
   */
  credential: 'initial' | 'subsequent' | null;
}

/** Card payments of a provider whose cards are typed into its own frames. */
export interface CardPayments {
  /** Begins: asks the bank about the customer. */
  readonly start: (attempt: PaymentAttempt, input: StartInput) => Promise<PaymentStep>;
  /** Continues after the customer acted elsewhere. The result comes from the provider itself. */
  readonly resume: (attempt: PaymentAttempt, input: ResumeInput) => Promise<PaymentStep>;
  /** Takes the money. DANGER: the only member that does. Only for an attempt that is stored as `sent`. */
  readonly charge: (attempt: PaymentAttempt, input: ChargeInput) => Promise<ProviderStatus>;
  /** Set only for a merchant that uses it. */
  readonly version1?: Version1;
}
