import { deliver } from './callback.ts';
import { brandNames } from './card-brand-names.ts';
import { type FieldEvents, type FieldListener, words } from './field-events.ts';
import { invalidFieldsText } from './field-texts.ts';
import type { FromFrame, Vault } from './frame-messages.ts';
import type { HostedField } from './hosted-field.ts';
import { fail, newId, type ScriptError, ScriptFailure } from './script-error.ts';
import { authenticateToken, type ThreeDSOptions } from './token-authentication.ts';

export interface TokenizeOptions {
  readonly vault?: Vault;
  readonly threeDS?: ThreeDSOptions;
  readonly paymentTokenFrom?: string;
}

export type TokenizeCallback = (
  instance: FieldsInstance,
  error: ScriptError | undefined,
  result: TokenizeResult | undefined,
) => void;

export interface TokenizeResult {
  readonly token: string;
}

/** Some fields of a form, to listen to and to turn to. */
export interface FieldSelection {
  valid(listener: FieldListener<FieldsInstance>): FieldSelection;
  invalid(listener: FieldListener<FieldsInstance>): FieldSelection;
  on(events: string, listener: FieldListener<FieldsInstance>): FieldSelection;
  focus(): void;
}

/** What `setup` gives the page. */
export interface FieldsInstance {
  /** Changes what was typed into a single-use token. `options` may be left out. */
  tokenize(
    options?: TokenizeOptions | TokenizeCallback,
    callback?: TokenizeCallback,
  ): Promise<TokenizeResult | undefined>;
  fields(names: string): FieldSelection;
  /** The name of the brand that the number begins as, or null. */
  getCardBrand(): string | null;
  areAllFieldsValid(): boolean;
  resetCardDetails(): void;
  /** The newer script's way to begin: everything is shown already. */
  show(): Promise<{ card: Record<string, never> }>;
}

interface Form {
  readonly apiKey: string;
  readonly fields: readonly HostedField[];
  readonly events: FieldEvents;
  readonly answers: Map<string, (message: FromFrame) => void>;
}

export function createInstance(form: Form): FieldsInstance {
  let isBusy = false;

  const run = async (options: TokenizeOptions): Promise<TokenizeResult> => {
    if (isBusy) throw fail('busy', 'A tokenization is already running.');
    isBusy = true;
    try {
      assertFieldsValid(form.fields);
      const token = await requestToken(form, options);
      if (options.threeDS !== undefined) await authenticateToken(form.apiKey, token, options.threeDS);
      return { token };
    } finally {
      isBusy = false;
    }
  };

  const instance: FieldsInstance = {
    tokenize(first, second) {
      const callback = typeof first === 'function' ? first : second;
      const options = typeof first === 'object' ? first : {};
      return deliver(() => run(options), callback && ((result, error) => callback(instance, error, result)));
    },
    fields: (names) => select(names),
    getCardBrand() {
      const cardType = form.fields.find(({ name }) => name === 'cardNumber')?.state.cardType;
      return cardType === undefined ? null : brandNames[cardType];
    },
    areAllFieldsValid: () => form.fields.every(({ state }) => state.isValid),
    resetCardDetails() {
      for (const field of form.fields) field.send({ type: 'clear' });
    },
    show: async () => ({ card: {} }),
  };

  const select = (names: string): FieldSelection => {
    const selection: FieldSelection = {
      valid: (listener) => selection.on('Valid', listener),
      invalid: (listener) => selection.on('Invalid', listener),
      on(events, listener) {
        form.events.subscribe(names, events, (event) => listener(instance, event));
        return selection;
      },
      focus() {
        const wanted = words(names);
        form.fields.find(({ name }) => wanted.includes(name.toLowerCase()))?.send({ type: 'focus' });
      },
    };
    return selection;
  };

  return instance;
}

function assertFieldsValid(fields: readonly HostedField[]): void {
  const wrong = fields.filter(({ state }) => !state.isValid);
  if (wrong.length === 0) return;
  for (const field of wrong) field.send({ type: 'check' });
  throw fail('invalidFields', invalidFieldsText(wrong.map(({ name }) => name)));
}

/** Asks the first frame for a token; it gathers from the others. */
function requestToken(form: Form, options: TokenizeOptions): Promise<string> {
  const id = newId();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  form.answers.set(id, (message) => {
    if (message.type === 'token') resolve(message.token);
    if (message.type === 'token-failed') reject(new ScriptFailure(message.error));
  });
  const { holderName, billingAddress } = options.vault ?? {};
  form.fields[0]?.send({
    type: 'tokenize',
    request: {
      id,
      apiKey: form.apiKey,
      fields: form.fields.map(({ name }) => name),
      vault: { holderName, billingAddress },
      paymentTokenFrom: options.paymentTokenFrom,
    },
  });
  return promise.finally(() => form.answers.delete(id));
}
