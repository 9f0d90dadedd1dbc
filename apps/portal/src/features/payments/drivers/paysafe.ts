import type { PaymentProvider } from '@quayside/contract/payments.ts';
import {
  brokenScriptCode,
  type CardDriver,
  type HostedField,
  type HostedFieldName,
  type HostedFields,
  ProviderScriptError,
  type TokenRequest,
} from './card-driver.ts';
import { fieldStyle } from './field-style.ts';
import { loadProviderScripts } from './load-script.ts';
import type { PaysafeError, PaysafeFieldsInstance, PaysafeTokenizeOptions } from './paysafe-globals.ts';

/** Loads the scripts that the provider's settings name, and speaks with them for one tenant. */
export async function loadPaysafe(provider: PaymentProvider, currencyCode: string): Promise<CardDriver> {
  const paysafe = await loadProviderScripts(provider, () => window.paysafe);
  const key = provider.publicApiKey ?? '';
  const environment = provider.inTestMode ? 'TEST' : 'LIVE';
  return {
    setUpFields: (fields) =>
      new Promise((resolve, reject) => {
        const options = { environment, currencyCode, fields: hostedFields(fields), style: fieldStyle() } as const;
        const settled = paysafe.fields.setup(key, options, (instance, error) =>
          error ? reject(scriptError(error)) : resolve(fieldsOf(instance, provider, currencyCode)),
        );
        rejectWith(settled, reject);
      }),
    startAuthentication: (card) =>
      new Promise((resolve, reject) => {
        const options = { environment, accountId: provider.config.accountId ?? '', card } as const;
        const settled = paysafe.threedsecure.start(key, options, (id, error) =>
          error ? reject(scriptError(error)) : resolve(id),
        );
        rejectWith(settled, reject);
      }),
    challenge: (sdkChallengePayload) =>
      new Promise((resolve, reject) => {
        const options = { environment, sdkChallengePayload } as const;
        const settled = paysafe.threedsecure.challenge(key, options, (id, error) =>
          error ? reject(scriptError(error)) : resolve(id),
        );
        rejectWith(settled, reject);
      }),
  };
}

/** Some versions of the scripts answer a promise besides calling back. */
function rejectWith(answer: unknown, reject: (error: ProviderScriptError) => void): void {
  if (answer instanceof Promise) answer.catch((error: PaysafeError) => reject(scriptError(error)));
}

const scriptError = (error: PaysafeError) =>
  new ProviderScriptError(String(error.code), error.detailedMessage || error.displayMessage || '');

function hostedFields(fields: Partial<Record<HostedFieldName, HostedField>>) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { selector, placeholder, label }]) => [
      name,
      { selector, placeholder, accessibilityLabel: label },
    ]),
  );
}

const allFields = 'CardNumber ExpiryDate Cvv';
const events = 'Focus Blur Valid Invalid FieldValueChange';

/** Versions of the scripts differ in case: `CardNumber` and `cardNumber`. */
const fieldName = (name: string) => (name.charAt(0).toLowerCase() + name.slice(1)) as HostedFieldName;

const focusAfter: Readonly<Record<string, { hasFocus: boolean }>> = {
  Focus: { hasFocus: true },
  Blur: { hasFocus: false },
};

function fieldsOf(instance: PaysafeFieldsInstance, provider: PaymentProvider, currency: string): HostedFields {
  return {
    tokenize: (request) =>
      new Promise((resolve, reject) => {
        const options = { ...tokenizeOptions(request), ...recognition(request, provider, currency) };
        instance.tokenize(options, (_, error, result) => {
          if (error || !result) reject(scriptError(error ?? { code: brokenScriptCode }));
          else resolve(result.token);
        });
      }),
    focus: (field) => instance.fields(field.charAt(0).toUpperCase() + field.slice(1)).focus?.(),
    onChange: (listener) =>
      instance
        .fields(allFields)
        .on(events, (_, { type, target, data: { isValid, isEmpty } }) =>
          listener(fieldName(target.fieldName), { isValid, isEmpty, ...focusAfter[type] }),
        ),
  };
}

/** The script asks the bank by itself, and makes no token where the bank says no. */
function recognition({ recognises }: TokenRequest, { config }: PaymentProvider, currency: string) {
  if (recognises === undefined) return {};
  const threeDS: NonNullable<PaysafeTokenizeOptions['threeDS']> = {
    amount: 0,
    currency,
    accountId: config.accountId ?? '',
    useThreeDSecureVersion2: !config.force3dsV1,
    authenticationPurpose: 'ADD_CARD',
    profile: recognises,
  };
  return { threeDS };
}

function tokenizeOptions({ holderName, billingAddress, storedCardToken }: TokenRequest): PaysafeTokenizeOptions {
  if (storedCardToken !== undefined) return { paymentTokenFrom: storedCardToken };
  if (!billingAddress) return { vault: { holderName } };
  const { address1, address2, town, state, postcode, country } = billingAddress;
  return {
    vault: {
      holderName,
      billingAddress: {
        country,
        zip: postcode,
        city: town,
        street: address1,
        ...(address2 && { street2: address2 }),
        ...(state && { state }),
      },
    },
  };
}
