import { callBack } from './callback.ts';
import { brandNames } from './card-brand-names.ts';
import { type FieldEvents, type FieldListener } from './field-events.ts';
import { invalidFieldsText } from '../../cards/scripts/field-texts.ts';
import type { FieldName, FromFrame, Vault } from '../../cards/scripts/frame-messages.ts';
import type { HostedField } from '../../cards/scripts/hosted-field.ts';
import { fail, newId, type ScriptError, ScriptFailure } from '../../cards/scripts/script-error.ts';
import { assertThreeDS, authenticateToken, type ThreeDSOptions } from './token-authentication.ts';
import { withResolvers } from '../../cards/scripts/with-resolvers.ts';

export interface TokenizeOptions {
  readonly vault?: Vault;
  readonly threeDS?: ThreeDSOptions;
  /** Set for a stored card: the single-use token of its customer, and the card's token that came with it. */
  readonly singleUseCustomerToken?: string;
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

/** Some fields of a form, to listen to. Each of the four methods takes a listener, and none moves the cursor. */
export interface FieldSelection {
  on(events: string, listener: FieldListener<Listened>): FieldSelection;
  focus(listener: FieldListener<Listened>): FieldSelection;
  blur(listener: FieldListener<Listened>): FieldSelection;
  valid(listener: FieldListener<Listened>): FieldSelection;
  invalid(listener: FieldListener<Listened>): FieldSelection;
}

interface SingleField extends FieldSelection {
  isEmpty(): boolean;
  isValid(): boolean;
}

/** `fields('cvv cardNumber')` selects fields; `fields.cvv` is that one field. */
type FieldsOfForm = ((names: string) => FieldSelection) & Readonly<Record<FieldName, SingleField>>;

interface Listened {
  readonly fields: FieldsOfForm;
  on(events: string, listener: FieldListener<Listened>): void;
  /** Returns the name of the brand that the number starts like, or null. */
  getCardBrand(): string | null;
}

/** The object that `setup` gives the page. */
export interface FieldsInstance extends Listened {
  /** Changes the input into a single-use token. `options` may be left out. */
  tokenize(options: TokenizeOptions | TokenizeCallback, callback?: TokenizeCallback): void;
}

/** The object that `setup` gives a page that uses promises. */
export interface PromisesInstance extends Listened {
  tokenize(options?: TokenizeOptions): Promise<TokenizeResult>;
  /** Puts the fields into the page. */
  show(): Promise<{ card: { error?: ScriptError } }>;
}

export interface Form {
  readonly apiKey: string;
  /** Empty until the fields are shown. */
  readonly fields: readonly HostedField[];
  readonly events: FieldEvents;
  readonly answers: Map<string, (message: FromFrame) => void>;
  isBusy?: boolean;
}

export function createCallbackInstance(form: Form): FieldsInstance {
  const instance: FieldsInstance = {
    ...listenTo(form),
    tokenize(first, second) {
      const callback = typeof first === 'function' ? first : second;
      if (typeof callback !== 'function') throw new TypeError('tokenize: a callback is expected.');
      const options = typeof first === 'object' ? first : {};
      callBack(
        () => tokenizeForm(form, options),
        (result, error) => callback(instance, error, result),
      );
    },
  };
  return instance;
}

/** Returns the part of an instance that listens to the form. */
export function listenTo(form: Form): Listened {
  const listened: Listened = {
    fields: Object.assign((names: string) => select(names), {
      cardNumber: single('cardNumber'),
      expiryDate: single('expiryDate'),
      cvv: single('cvv'),
    }),
    on: (events, listener) => void select('cardNumber expiryDate cvv').on(events, listener),
    getCardBrand() {
      const cardType = form.fields.find(({ name }) => name === 'cardNumber')?.state.cardType;
      return cardType === undefined ? null : brandNames[cardType];
    },
  };

  function select(names: string): FieldSelection {
    const selection: FieldSelection = {
      on(events, listener) {
        if (typeof listener !== 'function') throw new TypeError(`fields('${names}'): a listener is expected.`);
        form.events.subscribe(names, events, (event) => listener.call(event.target.containerElement, listened, event));
        return selection;
      },
      focus: (listener) => selection.on('Focus', listener),
      blur: (listener) => selection.on('Blur', listener),
      valid: (listener) => selection.on('Valid', listener),
      invalid: (listener) => selection.on('Invalid', listener),
    };
    return selection;
  }

  function single(name: FieldName): SingleField {
    const state = () => form.fields.find((field) => field.name === name)?.state;
    return { ...select(name), isEmpty: () => state()?.isEmpty ?? true, isValid: () => state()?.isValid ?? false };
  }

  return listened;
}

/** Changes the input into a single-use token. If `threeDS` asks for it, the bank authenticates the card first. */
export async function tokenizeForm(form: Form, options: TokenizeOptions): Promise<TokenizeResult> {
  if (form.isBusy === true) throw fail('busy', 'A tokenization is already running.');
  form.isBusy = true;
  try {
    const isStored = assertStoredCard(options);
    if (options.threeDS !== undefined) assertThreeDS(options.threeDS, options.vault?.holderName);
    assertFieldsValid(form.fields, isStored);
    const token = await requestToken(form, options);
    if (options.threeDS !== undefined) await authenticateToken(form.apiKey, token, options.threeDS);
    return { token };
  } finally {
    form.isBusy = false;
  }
}

/** Tells if the options name a stored card, which needs both of its tokens. */
function assertStoredCard({ singleUseCustomerToken, paymentTokenFrom }: TokenizeOptions): boolean {
  if (singleUseCustomerToken === undefined && paymentTokenFrom === undefined) return false;
  if (typeof singleUseCustomerToken !== 'string') throw fail('badArgument', 'singleUseCustomerToken is missing.');
  if (typeof paymentTokenFrom !== 'string') throw fail('badArgument', 'paymentTokenFrom is missing.');
  return true;
}

/** Checks the fields. Number and expiry may be empty only for a stored card, even if they are `optional`. */
function assertFieldsValid(fields: readonly HostedField[], isStored: boolean): void {
  const wrong = fields.filter(({ name, state }) => !state.isValid || (!isStored && name !== 'cvv' && state.isEmpty));
  if (wrong.length === 0) return;
  for (const field of wrong) field.send({ type: 'check' });
  throw fail('invalidFields', invalidFieldsText(wrong.map(({ name }) => name)));
}

/** Asks the first frame for a token. It collects the input of the others. */
function requestToken(form: Form, options: TokenizeOptions): Promise<string> {
  const id = newId();
  const { promise, resolve, reject } = withResolvers<string>();
  form.answers.set(id, (message) => {
    if (message.type === 'token') resolve(message.token);
    if (message.type === 'token-failed') reject(new ScriptFailure(message.error));
  });
  const { holderName, billingAddress } = options.vault ?? {};
  const { singleUseCustomerToken, paymentTokenFrom } = options;
  const stored =
    singleUseCustomerToken === undefined || paymentTokenFrom === undefined
      ? undefined
      : { singleUseCustomerToken, paymentTokenFrom };
  form.fields[0]?.send({
    type: 'tokenize',
    request: {
      id,
      apiKey: form.apiKey,
      fields: form.fields.map(({ name }) => name),
      vault: { holderName, billingAddress },
      stored,
    },
  });
  return promise.finally(() => form.answers.delete(id));
}
