import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import { asProviderText } from '@quayside/contract/shared/provider-text.ts';
import {
  brokenScriptCode,
  type CardDriver,
  type HostedField,
  type HostedFieldChange,
  type HostedFieldName,
  type HostedFields,
  ProviderScriptError,
  type ScriptErrorReason,
  type TokenRequest,
} from './card-driver.ts';
import { loadProviderScripts } from './load-script.ts';
import type { PaysafeError, PaysafeFieldsInstance, PaysafeTokenizeOptions } from './paysafe-globals.ts';

type WantedFields = Partial<Record<HostedFieldName, HostedField>>;

/** Loads the scripts that the provider's settings name, and returns their driver for one tenant. */
export async function loadPaysafe(provider: PaymentProvider, currencyCode: string): Promise<CardDriver> {
  const paysafe = await loadProviderScripts(provider, () => window.paysafe);
  const key = provider.publicApiKey ?? '';
  const environment = provider.inTestMode ? 'TEST' : 'LIVE';
  return {
    async setUpFields(fields) {
      const options = { environment, currencyCode, fields: hostedFields(fields), style: fieldStyle() } as const;
      const instance = await either<PaysafeFieldsInstance>((callback) => paysafe.fields.setup(key, options, callback));
      await show(instance);
      return fieldsOf(instance, fields, provider, currencyCode);
    },
    startAuthentication: (card) => {
      const options = { environment, accountId: accountOf(provider), card } as const;
      return either<string>((callback) => paysafe.threedsecure.start(key, options, callback));
    },
    challenge: (sdkChallengePayload) => {
      const options = { environment, sdkChallengePayload } as const;
      return either<string>((callback) => paysafe.threedsecure.challenge(key, options, callback), {
        isOfChallenge: true,
      });
    },
  };
}

/** Returns the account id as a number, as the script requires it. */
const accountOf = ({ config }: PaymentProvider) => Number(config.accountId);

/** Returns the result of a call. The script's older version calls back, the newer one returns a promise. */
function either<Result>(
  call: (callback: (result?: Result, error?: PaysafeError | null) => void) => unknown,
  { isOfChallenge = false } = {},
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const take = (result?: Result, error?: PaysafeError | null) => {
      if (error || result === undefined) reject(scriptError(error ?? { code: brokenScriptCode }, isOfChallenge));
      else resolve(result);
    };
    const answer = call(take);
    if (!isPromise<Result | undefined>(answer)) return;
    answer.then(
      (result) => result !== undefined && take(result),
      (error: unknown) => take(undefined, asError(error)),
    );
  });
}

const isPromise = <Result>(value: unknown): value is PromiseLike<Result> =>
  typeof (value as PromiseLike<Result> | undefined)?.then === 'function';

/** Returns an error in the script's shape. A broken newer script may throw anything else. */
const asError = (thrown: unknown): PaysafeError =>
  typeof (thrown as PaysafeError | undefined)?.code === 'undefined'
    ? { code: brokenScriptCode, detailedMessage: String(thrown) }
    : (thrown as PaysafeError);

/** Puts the fields into the page. The newer version needs this call. */
async function show(instance: PaysafeFieldsInstance): Promise<void> {
  const methods = await instance.show?.();
  if (!methods) return;
  const problem = methods.card ? methods.card.error : 'no cards';
  if (problem) throw scriptError(asError(problem));
}

/** The meaning of the script's codes for a customer (the sandbox's README has their sources). */
const reasons: Readonly<Record<string, ScriptErrorReason>> = {
  '9001': 'connection',
  '9003': 'details',
  '9012': 'notSetUp',
  '9013': 'notSetUp',
  '9040': 'notRecognised',
  '9073': 'notSetUp',
  '9125': 'details',
  '9136': 'busy',
  '9501': 'notSetUp',
};

function scriptError(
  { code, detailedMessage, displayMessage }: PaysafeError,
  isOfChallenge = false,
): ProviderScriptError {
  const reason = reasons[String(code)] ?? 'other';
  return new ProviderScriptError(String(code), detailedMessage || displayMessage || '', { reason, isOfChallenge });
}

function hostedFields(fields: WantedFields) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { selector, placeholder, label, isOptional }]) => [
      name,
      { selector, placeholder, accessibilityLabel: label, ...(isOptional && { optional: true }) },
    ]),
  );
}

const allFields = 'cardNumber expiryDate cvv';

/** The changes that an event's type alone tells. */
const changes: Readonly<Record<string, HostedFieldChange>> = {
  Focus: { hasFocus: true },
  Blur: { hasFocus: false },
  Valid: { isValid: true },
  Invalid: { isValid: false },
  FieldValueChange: {},
};

function fieldsOf(
  instance: PaysafeFieldsInstance,
  fields: WantedFields,
  provider: PaymentProvider,
  currency: string,
): HostedFields {
  const containers = new Map(
    Object.entries(fields).map(([name, { selector }]) => [document.querySelector(selector), name as HostedFieldName]),
  );
  return {
    tokenize: async (request) => {
      const options = { ...tokenizeOptions(request), ...recognition(request, provider, currency) };
      const { token } = await either<{ token: string }>((callback) =>
        instance.tokenize(options, (_, error, result) => callback(result, error)),
      );
      return token;
    },
    // The script can't put the cursor into a field: its `focus` only registers a listener.
    focus: (name) => document.querySelector<HTMLElement>(`${fields[name]?.selector} iframe`)?.focus(),
    onChange: (listener) =>
      instance.fields(allFields).on(Object.keys(changes).join(' '), (_, { type, target, data }) => {
        const name = containers.get(target.containerElement);
        const isEmpty = data?.isEmpty;
        if (name) listener(name, { ...changes[type], ...(isEmpty !== undefined && { isEmpty }) });
      }),
  };
}

/**
 * Returns the options for authentication. The script asks the bank itself, and makes no token if the bank refuses.
 */
function recognition({ recognises }: TokenRequest, provider: PaymentProvider, currency: string) {
  if (recognises === undefined) return {};
  const threeDS: NonNullable<PaysafeTokenizeOptions['threeDS']> = {
    amount: 0,
    currency,
    accountId: accountOf(provider),
    useThreeDSecureVersion2: !provider.config.force3dsV1,
    authenticationPurpose: 'ADD_CARD',
    profile: profileOf(recognises),
  };
  return { threeDS };
}

/** Tells if the provider takes an e-mail address: it refuses letters beyond ASCII too. */
const takesEmail = (email: string) => asProviderText(email) === email && !/[^ -~]/.test(email);

/** Leaves out an e-mail address that the provider would refuse. */
function profileOf({ email, phone, cellPhone }: NonNullable<TokenRequest['recognises']>) {
  return {
    ...(email !== undefined && takesEmail(email) && { email }),
    ...(phone !== undefined && { phone: asProviderText(phone) }),
    ...(cellPhone !== undefined && { cellPhone: asProviderText(cellPhone) }),
  };
}

function tokenizeOptions({ billingAddress, storedCard, ...typed }: TokenRequest): PaysafeTokenizeOptions {
  const holderName = asProviderText(typed.holderName);
  if (storedCard !== undefined) {
    const { singleUseCustomerToken, paymentToken } = storedCard;
    return { singleUseCustomerToken, paymentTokenFrom: paymentToken, vault: { holderName } };
  }
  if (!billingAddress) return { vault: { holderName } };
  const { address1, address2, town, state, postcode, country } = billingAddress;
  return {
    vault: {
      holderName,
      billingAddress: {
        country,
        zip: asProviderText(postcode),
        city: asProviderText(town),
        street: asProviderText(address1),
        ...(address2 && { street2: asProviderText(address2) }),
        ...(state && { state: asProviderText(state) }),
      },
    },
  };
}

/**
 * Returns the style of the provider's inputs: the same as our inputs at this moment, in the tenant's theme and
 * colour scheme.
 */
function fieldStyle(): Record<string, Record<string, string>> {
  const { color, colorScheme } = getComputedStyle(document.body);
  const muted = getComputedStyle(document.documentElement).getPropertyValue('--qs-muted').trim();
  return {
    input: { color, 'color-scheme': colorScheme, 'font-family': 'system-ui, sans-serif', 'font-size': '16px' },
    '::placeholder': { color: muted, opacity: '1' },
  };
}
