import type { BillingAddressInput, BrowserDetails } from '@quayside/contract/cards.ts';
import type { z } from 'zod';
import type { PaymentAttempt, Refusal } from './payment-attempt.ts';
import type { ProviderStatus } from './provider-status.ts';

/** What came of asking a bank about its customer. */
export interface CardAuthentication {
  id: string;
  status: string;
  /** 1 or 2 */
  version: number;
  enrollment: string | null;
  result: string | null;
  /** What the charge has to carry, in the provider's own form. */
  proof: Record<string, unknown>;
}

/** What a customer has to do, or may do, before the charge. Moves no money. */
export type PaymentStep =
  | { kind: 'ready'; authentication: CardAuthentication }
  | { kind: 'challenge'; authentication: CardAuthentication; payload: string }
  | { kind: 'declined'; authentication: CardAuthentication | null; refusal: Refusal }
  | { kind: 'unavailable'; reason: string };

export interface StartInput {
  /** Unique per authentication: `<merchantRefNumber>-3ds-<n>`. */
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
  /** The one it was started with. */
  reference: string;
}

/** Version 1 of 3-D Secure knows nothing of the device, and shows the bank's page by a form of ours. */
export type EnrollInput = Pick<StartInput, 'reference' | 'paymentToken' | 'merchant'> & {
  browser: Pick<StartInput['browser'], 'userAgent' | 'accept' | 'ip'>;
};

export type EnrollmentStep =
  | Exclude<PaymentStep, { kind: 'challenge' }>
  | { kind: 'challenge'; authentication: CardAuthentication; acsUrl: string; paReq: string };

/** What the bank's page gave back. */
export interface FinishInput {
  enrollmentId: string;
  /** Another than the enrolment's. */
  reference: string;
  paRes: string;
}

/** 3-D Secure 1, which the schemes have ended: for merchants whose test systems are still on it. */
export interface Version1 {
  /** Of the banks' pages; a page elsewhere is not opened. */
  readonly bankOrigins: readonly string[];
  enroll(attempt: PaymentAttempt, input: EnrollInput): Promise<EnrollmentStep>;
  /** Asks the provider what the bank's answer is worth. */
  finish(attempt: PaymentAttempt, input: FinishInput): Promise<Exclude<PaymentStep, { kind: 'challenge' }>>;
}

export interface ChargeInput {
  /** Single use: the one that was authenticated. */
  paymentToken: string;
  /** null: the token itself proves who pays, as a wallet's on a telephone does. */
  proof: Record<string, unknown> | null;
  payer: { firstName: string; lastName: string; email: string };
  billing: BillingAddressInput | null;
  ip: string;
}

/** Of a provider whose cards are typed into its own frames. */
export interface CardPayments {
  /** Begins: asks the bank about the customer. */
  readonly start: (attempt: PaymentAttempt, input: StartInput) => Promise<PaymentStep>;
  /** Goes on after the customer did something elsewhere. Reads what came of it from the provider itself. */
  readonly resume: (attempt: PaymentAttempt, input: ResumeInput) => Promise<PaymentStep>;
  /** Takes the money. DANGER: the only member that does. Only for an attempt that is stored as `sent`. */
  readonly charge: (attempt: PaymentAttempt, input: ChargeInput) => Promise<ProviderStatus>;
  /** Only where the merchant is on it. */
  readonly version1?: Version1;
}
