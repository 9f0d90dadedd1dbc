/** The part of the provider's browser script that we use, with the script's own names. */
interface FieldOptions {
  containerElementId: string;
  placeholder: string;
  label: string;
}

export interface HostedFieldsOptions {
  /** True for a stored card, which needs only its security code. */
  cvvOnly: boolean;
  fields: { card?: FieldOptions; expdate?: FieldOptions; cvv?: FieldOptions };
  /** The style, with the part names of the provider's public demo. */
  style: {
    logoAlignment: 'left' | 'right';
    base: Record<string, string | Record<string, string>> & { placeHolder: Record<string, string> };
  };
}

interface FieldStatus {
  isValid: boolean;
  isPristine: boolean;
  hasFocus?: boolean;
}

export interface FormStatus {
  card?: FieldStatus;
  expDate?: FieldStatus;
  cvv?: FieldStatus;
}

/** The answer of the script. Everything except a token is a failure. */
export interface Tokenised {
  TokenId?: string;
  CvvToken?: string;
  error?: { message?: string };
}

export interface HostedFieldsOfProvider {
  on(event: 'change', listener: (status: FormStatus) => void): void;
  setData(data: { accountHolderName: string }): void;
  focus?(field: keyof FormStatus): void;
  tokenize(callback: (result: Tokenised) => void): void;
}

declare global {
  interface Window {
    HostedFields?: {
      initialise(
        fieldToken: string,
        options: HostedFieldsOptions,
        callback: (error: { message?: string } | null, fields?: HostedFieldsOfProvider) => void,
      ): void;
    };
  }
}
