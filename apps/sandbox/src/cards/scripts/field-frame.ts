// The code of every provider's hosted field frames. Input leaves the frame only for the form's other frames (same
// origin) and for the provider. The page learns only if the input is valid.
import { cardTypeOf, type CardType } from './card-number.ts';
import { fieldFormats } from './field-format.ts';
import { applyStyle } from './field-style.ts';
import {
  type BetweenFrames,
  type FieldEventName,
  type FieldName,
  fieldNames,
  type FieldSetup,
  type FromFrame,
  type ToFrame,
  type TokenRequest,
} from './frame-messages.ts';
import { framingOrigin } from './framing-origin.ts';
import { toScriptError } from './script-error.ts';

/** Changes the input into a token: `digits` are here, the rest is in the form's other frames. */
export type Tokenize = (
  request: TokenRequest,
  own: FieldName,
  digits: string,
  siblings: BroadcastChannel,
) => Promise<string>;

/** Runs the field that this frame's address names. */
export function runFieldFrame(tokenize: Tokenize): void {
  const parameters = new URLSearchParams(location.search);
  const name = fieldNames.find((known) => known === parameters.get('name'));
  const origin = framingOrigin();
  const element = document.querySelector('input');
  const problem = document.getElementById('error');
  const siblings = new BroadcastChannel(`fields-${parameters.get('session')}`);
  if (name === undefined || element === null || problem === null || origin === undefined) return;
  run(name, { origin, element, problem, siblings, tokenize });
}

interface Frame {
  readonly origin: string;
  readonly element: HTMLInputElement;
  readonly problem: HTMLElement;
  readonly siblings: BroadcastChannel;
  readonly tokenize: Tokenize;
}

/** The input of a field. It tells the page if the input is valid, and never the input itself. */
class Field {
  readonly name: FieldName;
  readonly #frame: Frame;
  readonly #format: (typeof fieldFormats)[FieldName];
  #digits = '';
  /** The brand of the number. The field of the security code learns it from the number's frame. */
  #cardType: CardType | undefined;
  #isOptional = false;
  #errorMessage = '';
  #wasValid = false;

  constructor(name: FieldName, frame: Frame) {
    this.name = name;
    this.#frame = frame;
    this.#format = fieldFormats[name];
    frame.element.autocomplete = this.#format.autocomplete;
  }

  get digits(): string {
    return this.#digits;
  }

  get #isValid(): boolean {
    if (this.#isOptional && this.#digits === '') return true;
    return this.#format.isValid(this.#digits, this.#cardType, Date.now());
  }

  setUp({ isOptional, errorMessage, language, placeholder, label, style }: FieldSetup): void {
    const { element } = this.#frame;
    this.#isOptional = isOptional;
    this.#errorMessage = errorMessage;
    document.documentElement.lang = language;
    element.placeholder = placeholder;
    element.setAttribute('aria-label', label);
    applyStyle(style);
    this.send({ type: 'set-up' });
  }

  /** Takes the text of the input, and shows its digits in their groups. */
  show(text: string): void {
    const before = this.#digits;
    this.#digits = this.#format.digitsOf(text, this.#cardType);
    if (this.name === 'cardNumber') this.learnBrand(cardTypeOf(this.#digits));
    this.#frame.element.value = this.#format.show(this.#digits);
    if (this.#digits !== before || this.name === 'cvv') this.#reportChange();
  }

  learnBrand(cardType: CardType | undefined): void {
    if (cardType === this.#cardType) return;
    this.#cardType = cardType;
    if (this.name === 'cardNumber') {
      this.#frame.siblings.postMessage({ type: 'brand', cardType } satisfies BetweenFrames);
      this.report('CardBrandRecognition');
    }
    if (this.name === 'cvv' && this.#digits !== '') this.show(this.#digits);
  }

  /** Marks and reports the input, also if it is wrong. */
  check(): void {
    const isValid = this.#isValid;
    this.#mark(isValid ? 'valid' : 'invalid');
    this.report(isValid ? 'Valid' : 'Invalid');
    this.#wasValid = isValid;
  }

  /** Checks the input when the customer leaves it. An empty one is wrong unless it is optional. */
  leave(): void {
    this.report('Blur');
    if (this.#digits !== '' || this.#isOptional) return this.check();
    this.#mark('invalid');
    this.report('Invalid');
  }

  report(event: FieldEventName): void {
    const state = { isValid: this.#isValid, isEmpty: this.#digits === '', cardType: this.#cardType };
    this.send({ type: 'event', event, state });
  }

  send(message: FromFrame): void {
    parent.postMessage(message, this.#frame.origin);
  }

  /** Shows a valid value at once, and a mistake only when the customer leaves the field. */
  #reportChange(): void {
    const isValid = this.#isValid;
    this.#mark(isValid ? 'valid' : 'open');
    this.report('FieldValueChange');
    if (isValid !== this.#wasValid) this.report(isValid ? 'Valid' : 'Invalid');
    this.#wasValid = isValid;
  }

  #mark(state: 'valid' | 'invalid' | 'open'): void {
    const { element, problem } = this.#frame;
    element.classList.toggle('valid', state === 'valid');
    element.classList.toggle('invalid', state === 'invalid');
    element.setAttribute('aria-invalid', String(state === 'invalid'));
    problem.textContent = state === 'invalid' ? this.#errorMessage : '';
  }
}

function run(name: FieldName, frame: Frame): void {
  const field = new Field(name, frame);
  listenToCustomer(field, frame.element);
  listenToPage(field, frame);
  listenToSiblings(field, frame.siblings);
  field.send({ type: 'ready' });
}

function listenToCustomer(field: Field, element: HTMLInputElement): void {
  const allowed = field.name === 'expiryDate' ? /^[\d\s/]*$/ : /^[\d\s]*$/;
  element.addEventListener('input', (event) => {
    const typed = event instanceof InputEvent ? (event.data ?? '') : '';
    const caret = element.selectionStart ?? element.value.length;
    const digitsBefore = element.value.slice(0, caret).replace(/\D/g, '').length;
    const isAtEnd = caret === element.value.length;
    field.show(element.value);
    if (!isAtEnd) placeCaret(element, digitsBefore);
    if (!allowed.test(typed)) field.report('InvalidCharacter');
  });
  element.addEventListener('focus', () => field.report('Focus'));
  element.addEventListener('blur', () => field.leave());
}

function listenToPage(field: Field, { origin, element, siblings, tokenize }: Frame): void {
  const makeToken = (request: TokenRequest) => {
    const { id } = request;
    tokenize(request, field.name, field.digits, siblings).then(
      (token) => field.send({ type: 'token', id, token }),
      (reason: unknown) => field.send({ type: 'token-failed', id, error: toScriptError(reason) }),
    );
  };
  addEventListener('message', ({ source, origin: sender, data }: MessageEvent<ToFrame>) => {
    if (source !== parent || sender !== origin) return;
    if (data.type === 'setup') field.setUp(data.setup);
    if (data.type === 'focus') element.focus();
    if (data.type === 'check') field.check();
    if (data.type === 'tokenize') makeToken(data.request);
  });
}

function listenToSiblings(field: Field, siblings: BroadcastChannel): void {
  siblings.addEventListener('message', ({ data }: MessageEvent<BetweenFrames>) => {
    if (data.type === 'brand' && field.name === 'cvv') field.learnBrand(data.cardType);
    if (data.type !== 'collect') return;
    siblings.postMessage({ type: 'value', id: data.id, name: field.name, value: field.digits } satisfies BetweenFrames);
  });
}

/** Puts the caret behind the same digit as before, after the value was regrouped. */
function placeCaret(element: HTMLInputElement, digitsBefore: number): void {
  let at = 0;
  for (let seen = 0; seen < digitsBefore && at < element.value.length; at += 1) {
    if (/\d/.test(element.value[at] ?? '')) seen += 1;
  }
  element.setSelectionRange(at, at);
}
