// `HostedFields.initialise`: the API of the hosted fields for a checkout page.
import { invalidFieldsText } from '../../cards/scripts/field-texts.ts';
import type { FieldName, FromFrame } from '../../cards/scripts/frame-messages.ts';
import { type HostedField, hostField } from '../../cards/scripts/hosted-field.ts';
import { newId, ScriptFailure, toScriptError } from '../../cards/scripts/script-error.ts';
import { openChallenge } from './challenge.ts';
import { type ProviderStyle, toFieldStyle } from './provider-style.ts';
import type { TypedAnswer } from './typed-answer.ts';
import { withResolvers } from '../../cards/scripts/with-resolvers.ts';

interface FieldOptions {
  readonly containerElementId: string;
  readonly placeholder?: string;
  readonly label?: string;
}

interface Options {
  /** True for a stored card: only the security code is typed. */
  readonly cvvOnly?: boolean;
  readonly fields: { readonly card?: FieldOptions; readonly expdate?: FieldOptions; readonly cvv: FieldOptions };
  readonly style?: ProviderStyle;
}

interface FieldStatus {
  readonly isValid: boolean;
  readonly isPristine: boolean;
  readonly hasFocus: boolean;
  readonly message: string;
}

/** The state of the form. `isNotSubmited` has the provider's own spelling. */
type FormStatus = Partial<Record<'card' | 'expDate' | 'cvv', FieldStatus>> & { readonly isNotSubmited: boolean };

/** The argument of `tokenize`'s callback: a token, or an error. */
type Tokenised = Omit<TypedAnswer, 'Challenge'> & { readonly error?: { readonly message: string } };

interface HostedFields {
  on(event: 'change', listener: (status: FormStatus) => void): void;
  setData(data: { readonly accountHolderName?: string }): void;
  focus(field: 'card' | 'expDate' | 'cvv'): void;
  /** Changes the input into a token. If the bank asks its customer, that happens in between, over the page. */
  tokenize(callback: (result: Tokenised) => void): void;
}

const names = { card: 'cardNumber', expdate: 'expiryDate', cvv: 'cvv' } as const;
const statusNames: Readonly<Record<FieldName, 'card' | 'expDate' | 'cvv'>> = {
  cardNumber: 'card',
  expiryDate: 'expDate',
  cvv: 'cvv',
};

/** Puts the hosted fields of a payment request into the page. `fieldToken` opens them for this request alone. */
export async function initialise(
  fieldToken: string,
  options: Options,
  callback: (error: { message: string } | null, fields?: HostedFields) => void,
): Promise<void> {
  const answer = await tell(async () => ({ fields: await setUp(fieldToken, options) }));
  if ('error' in answer) callback(answer.error);
  else callback(null, answer.fields);
}

/** Returns the result of `work`, or its failure as an answer. */
async function tell<Result>(work: () => Promise<Result>): Promise<Result | { error: { message: string } }> {
  try {
    return await work();
  } catch (reason) {
    return { error: { message: toScriptError(reason).detailedMessage } };
  }
}

async function setUp(fieldToken: string, { fields, cvvOnly = false, style = {} }: Options): Promise<HostedFields> {
  const fieldStyle = toFieldStyle(style);
  const fieldNames = cvvOnly ? (['cvv'] as const) : (['card', 'expdate', 'cvv'] as const);
  const form = new Form(fieldToken);
  const session = newId();
  const hosted = fieldNames.map((part) => {
    const { containerElementId = '', placeholder, label } = fields[part] ?? {};
    return hostField(
      names[part],
      {
        selector: `#${containerElementId}`,
        ...(placeholder === undefined ? {} : { placeholder }),
        ...(label === undefined ? {} : { accessibilityLabel: label }),
      },
      {
        framePath: '/fields/v1/frames/field',
        session,
        style: fieldStyle,
        onEvent: (field, event) => form.tell(field, event),
        onMessage: (message) => form.take(message),
      },
    );
  });
  form.fields = await Promise.all(hosted);
  return form;
}

class Form implements HostedFields {
  readonly #fieldToken: string;
  readonly #listeners: ((status: FormStatus) => void)[] = [];
  readonly #answers = new Map<string, (message: FromFrame) => void>();
  fields: readonly HostedField[] = [];
  #focused: FieldName | undefined;
  #holderName = '';
  #isNotSubmited = true;

  constructor(fieldToken: string) {
    this.#fieldToken = fieldToken;
  }

  tell(field: HostedField, event: string): void {
    if (event === 'Focus') this.#focused = field.name;
    if (event === 'Blur' && this.#focused === field.name) this.#focused = undefined;
    for (const listener of this.#listeners) listener(this.#status());
  }

  take(message: FromFrame): void {
    if ('id' in message) this.#answers.get(message.id)?.(message);
  }

  on(_event: 'change', listener: (status: FormStatus) => void): void {
    this.#listeners.push(listener);
  }

  setData({ accountHolderName = '' }: { readonly accountHolderName?: string }): void {
    this.#holderName = accountHolderName;
  }

  focus(name: 'card' | 'expDate' | 'cvv'): void {
    this.fields.find((field) => statusNames[field.name] === name)?.send({ type: 'focus' });
  }

  tokenize(callback: (result: Tokenised) => void): void {
    this.#isNotSubmited = false;
    void this.#answer(callback);
  }

  async #answer(callback: (result: Tokenised) => void): Promise<void> {
    callback(await tell(() => this.#tokenise()));
  }

  async #tokenise(): Promise<Tokenised> {
    const wrong = this.fields.filter(({ state }) => !state.isValid);
    for (const field of wrong) field.send({ type: 'check' });
    if (wrong.length > 0) return { error: { message: invalidFieldsText(wrong.map(({ name }) => name)) } };
    const { Challenge, ...tokens } = JSON.parse(await this.#send()) as TypedAnswer;
    return Challenge === undefined ? tokens : openChallenge(this.#fieldToken, Challenge);
  }

  /** Makes the first frame collect the input of the others and send it to the provider. */
  #send(): Promise<string> {
    const id = newId();
    const { promise, resolve, reject } = withResolvers<string>();
    this.#answers.set(id, (message) => {
      if (message.type === 'token') resolve(message.token);
      if (message.type === 'token-failed') reject(new ScriptFailure(message.error));
    });
    this.fields[0]?.send({
      type: 'tokenize',
      request: {
        id,
        apiKey: this.#fieldToken,
        fields: this.fields.map(({ name }) => name),
        vault: { holderName: this.#holderName },
      },
    });
    return promise.finally(() => this.#answers.delete(id));
  }

  #status(): FormStatus {
    const parts = this.fields.map(({ name, state }) => {
      const message = state.isValid || state.isEmpty ? '' : invalidFieldsText([name]);
      const status = { isValid: state.isValid, isPristine: state.isEmpty, hasFocus: this.#focused === name, message };
      return [statusNames[name], status] as const;
    });
    return { ...Object.fromEntries(parts), isNotSubmited: this.#isNotSubmited };
  }
}
