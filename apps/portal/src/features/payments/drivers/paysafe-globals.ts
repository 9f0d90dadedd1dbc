/** The part of the provider's browser scripts that we use, with the scripts' own names. */
export interface PaysafeError {
  code: string | number;
  displayMessage?: string;
  detailedMessage?: string;
  correlationId?: string;
}

interface PaysafeFieldEvent {
  /** `Valid` and `Invalid` report if the field is valid. */
  type: string;
  target: { containerElement: HTMLElement };
  data?: { isEmpty?: boolean };
}

interface PaysafeToken {
  token: string;
}

/**
 * The fields of the script. Its older version uses callbacks, the newer one promises. Only the newer one has
 * `show`.
 */
export interface PaysafeFieldsInstance {
  tokenize(
    options: PaysafeTokenizeOptions,
    callback: (instance: PaysafeFieldsInstance, error?: PaysafeError | null, result?: PaysafeToken) => void,
  ): Promise<PaysafeToken> | void;
  fields(names: string): {
    on(events: string, listener: (instance: PaysafeFieldsInstance, event: PaysafeFieldEvent) => void): void;
  };
  /** Puts the fields into the page. */
  show?(): Promise<{ card?: { error?: PaysafeError | string } }>;
}

export interface PaysafeTokenizeOptions {
  vault?: {
    holderName: string;
    billingAddress?: { country: string; zip: string; state?: string; city: string; street: string; street2?: string };
  };
  singleUseCustomerToken?: string;
  paymentTokenFrom?: string;
  threeDS?: {
    /** Minor units. 0 if no money moves. */
    amount: number;
    currency: string;
    accountId: number;
    useThreeDSecureVersion2: boolean;
    authenticationPurpose: 'ADD_CARD';
    profile: { email?: string; phone?: string; cellPhone?: string };
  };
}

interface PaysafeSetupOptions {
  environment: 'TEST' | 'LIVE';
  currencyCode: string;
  fields: Record<string, { selector: string; placeholder: string; accessibilityLabel?: string; optional?: boolean }>;
  style: Record<string, Record<string, string>>;
}

interface PaysafeStartOptions {
  environment: 'TEST' | 'LIVE';
  accountId: number;
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
    ): Promise<PaysafeFieldsInstance> | void;
  };
  threedsecure: {
    start(
      apiKey: string,
      options: PaysafeStartOptions,
      callback: (deviceFingerprintingId: string, error?: PaysafeError | null) => void,
    ): void;
    challenge(
      apiKey: string,
      options: PaysafeChallengeOptions,
      callback: (id: string, error?: PaysafeError | null) => void,
    ): void;
  };
}

declare global {
  interface Window {
    paysafe?: Paysafe;
  }
}
