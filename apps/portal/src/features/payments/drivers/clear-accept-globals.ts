/** The part of the provider's browser script that we use, as it declares it. */
interface FieldOptions {
  containerElementId: string;
  placeholder: string;
  label: string;
}

export interface HostedFieldsOptions {
  /** Of a stored card only the security code is typed. */
  cvvOnly: boolean;
  fields: { card?: FieldOptions; expdate?: FieldOptions; cvv?: FieldOptions };
  /** As its public demo names the parts. */
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

/** Anything but a token is a failure. */
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
