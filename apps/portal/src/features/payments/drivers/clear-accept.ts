import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import {
  type HostedField,
  type HostedFieldName,
  type HostedFields,
  type OpenFields,
  ProviderScriptError,
} from './card-driver.ts';
import { loadProviderScripts } from './load-script.ts';

/** Loads the script that the provider's settings name. Its fields handle the bank's challenge themselves. */
export async function loadClearAccept(provider: PaymentProvider): Promise<OpenFields> {
  const script = await loadProviderScripts(provider, () => window.HostedFields);
  return (fieldToken) => ({
    setUpFields: (fields) =>
      new Promise((resolve, reject) => {
        script.initialise(fieldToken, optionsOf(fields), (error, instance) => {
          if (instance) resolve(fieldsOf(instance));
          else reject(new ProviderScriptError(setUpCode, error?.message ?? ''));
        });
      }),
  });
}

/** Our own codes, because the provider's script gives its failures none. */
const setUpCode = 'SETUP';
const refusedCode = 'REFUSED';

type Fields = Partial<Record<HostedFieldName, HostedField>>;

function optionsOf(fields: Fields): HostedFieldsOptions {
  const of = (field: HostedField | undefined) =>
    field && { containerElementId: field.selector.slice(1), placeholder: field.placeholder, label: field.label };
  const parts = { card: of(fields.cardNumber), expdate: of(fields.expiryDate), cvv: of(fields.cvv) };
  return {
    cvvOnly: fields.cardNumber === undefined,
    fields: Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)),
    style: fieldStyle(),
  };
}

/**
 * Returns the style of the provider's inputs, in its own names: the same as our inputs at this moment. Its frames
 * don't support a colour scheme, so they get a background too. The border is ours.
 */
function fieldStyle(): HostedFieldsOptions['style'] {
  const { color } = getComputedStyle(document.body);
  const theme = getComputedStyle(document.documentElement);
  const valueOf = (name: string) => theme.getPropertyValue(name).trim();
  return {
    logoAlignment: 'right',
    base: {
      backgroundColor: valueOf('--qs-surface'),
      borderStyle: 'none',
      padding: '0',
      fontColor: color,
      fontFamily: 'system-ui, sans-serif',
      fontSize: '16px',
      placeHolder: { fontColor: valueOf('--qs-muted') },
    },
  };
}

const names = { card: 'cardNumber', expDate: 'expiryDate', cvv: 'cvv' } as const;
const theirs = { cardNumber: 'card', expiryDate: 'expDate', cvv: 'cvv' } as const;

function fieldsOf(instance: HostedFieldsOfProvider): HostedFields {
  return {
    tokenize: ({ holderName }) =>
      new Promise((resolve, reject) => {
        instance.setData({ accountHolderName: holderName });
        instance.tokenize(({ TokenId, CvvToken, error }) => {
          const token = TokenId ?? CvvToken;
          if (token === undefined) reject(new ProviderScriptError(refusedCode, error?.message ?? ''));
          else resolve(token);
        });
      }),
    focus: (field) => instance.focus?.(theirs[field]),
    onChange: (listener) =>
      instance.on('change', (status) => {
        for (const part of Object.keys(names) as (keyof FormStatus)[]) {
          const field = status[part];
          if (!field) continue;
          const { isValid, isPristine: isEmpty, hasFocus } = field;
          listener(names[part], { isValid, isEmpty, ...(hasFocus === undefined ? {} : { hasFocus }) });
        }
      }),
  };
}

/** The part of the provider's browser script that we use, with the script's own names. */
interface FieldOptions {
  containerElementId: string;
  placeholder: string;
  label: string;
}

interface HostedFieldsOptions {
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

interface FormStatus {
  card?: FieldStatus;
  expDate?: FieldStatus;
  cvv?: FieldStatus;
}

/** The answer of the script. Everything except a token is a failure. */
interface Tokenised {
  TokenId?: string;
  CvvToken?: string;
  error?: { message?: string };
}

interface HostedFieldsOfProvider {
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
