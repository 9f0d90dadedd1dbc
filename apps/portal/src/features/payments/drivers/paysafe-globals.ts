/** The part of the provider's browser scripts that we use, as they declare it. */
export interface PaysafeError {
  code: string | number;
  displayMessage?: string;
  detailedMessage?: string;
  correlationId?: string;
}

interface PaysafeFieldEvent {
  type: string;
  target: { fieldName: string };
  data: { isEmpty: boolean; isValid: boolean };
}

export interface PaysafeFieldsInstance {
  tokenize(
    options: PaysafeTokenizeOptions,
    callback: (instance: PaysafeFieldsInstance, error?: PaysafeError | null, result?: { token: string }) => void,
  ): void;
  fields(names: string): {
    on(events: string, listener: (instance: PaysafeFieldsInstance, event: PaysafeFieldEvent) => void): void;
    focus?(): void;
  };
}

export interface PaysafeTokenizeOptions {
  vault?: {
    holderName: string;
    billingAddress?: { country: string; zip: string; state?: string; city: string; street: string; street2?: string };
  };
  paymentTokenFrom?: string;
  threeDS?: {
    /** Minor units; 0 where no money moves. */
    amount: number;
    currency: string;
    accountId: string;
    useThreeDSecureVersion2: boolean;
    authenticationPurpose: 'ADD_CARD';
    profile: { email?: string; phone?: string; cellPhone?: string };
  };
}

interface PaysafeSetupOptions {
  environment: 'TEST' | 'LIVE';
  currencyCode: string;
  fields: Record<string, { selector: string; placeholder: string; accessibilityLabel?: string }>;
  style: Record<string, Record<string, string>>;
}

interface PaysafeStartOptions {
  environment: 'TEST' | 'LIVE';
  accountId: string;
  card: { cardBin: string } | { paymentToken: string };
}

interface PaysafeChallengeOptions {
  environment: 'TEST' | 'LIVE';
  sdkChallengePayload: string;
}

export interface Paysafe {
  fields: {
    setup(
      apiKey: string,
      options: PaysafeSetupOptions,
      callback: (instance: PaysafeFieldsInstance, error?: PaysafeError | null) => void,
    ): unknown;
  };
  threedsecure: {
    start(
      apiKey: string,
      options: PaysafeStartOptions,
      callback: (deviceFingerprintingId: string, error?: PaysafeError | null) => void,
    ): unknown;
    challenge(
      apiKey: string,
      options: PaysafeChallengeOptions,
      callback: (id: string, error?: PaysafeError | null) => void,
    ): unknown;
  };
}

declare global {
  interface Window {
    paysafe?: Paysafe;
  }
}
