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

function run(field: FieldName, { origin, element, problem, siblings, tokenize }: Frame): void {
  const format = fieldFormats[field];
  let cardType: CardType | undefined;
  let digits = '';
  let isOptional = false;
  let errorMessage = '';
  let wasValid = false;

  element.autocomplete = format.autocomplete;

  const isValid = () => (isOptional && digits === '') || format.isValid(digits, cardType, Date.now());
  const send = (message: FromFrame) => parent.postMessage(message, origin);
  const report = (event: FieldEventName) =>
    send({ type: 'event', event, state: { isValid: isValid(), isEmpty: digits === '', cardType } });

  const mark = (state: 'valid' | 'invalid' | 'open') => {
    element.classList.toggle('valid', state === 'valid');
    element.classList.toggle('invalid', state === 'invalid');
    element.setAttribute('aria-invalid', String(state === 'invalid'));
    problem.textContent = state === 'invalid' ? errorMessage : '';
  };

  const check = () => {
    mark(isValid() ? 'valid' : 'invalid');
    report(isValid() ? 'Valid' : 'Invalid');
    wasValid = isValid();
  };

  const reportChange = () => {
    const valid = isValid();
    // Shows a mistake when the customer leaves the field, and a valid value at once.
    mark(valid ? 'valid' : 'open');
    report('FieldValueChange');
    if (valid !== wasValid) report(valid ? 'Valid' : 'Invalid');
    wasValid = valid;
  };

  const learnBrand = (next: CardType | undefined) => {
    if (next === cardType) return;
    cardType = next;
    if (field === 'cardNumber') {
      siblings.postMessage({ type: 'brand', cardType } satisfies BetweenFrames);
      report('CardBrandRecognition');
    }
    if (field === 'cvv' && digits !== '') show(digits);
  };

  const show = (text: string) => {
    const before = digits;
    digits = format.digitsOf(text, cardType);
    if (field === 'cardNumber') learnBrand(cardTypeOf(digits));
    element.value = format.show(digits);
    if (digits !== before || field === 'cvv') reportChange();
  };

  element.addEventListener('input', (event) => {
    const typed = event instanceof InputEvent ? (event.data ?? '') : '';
    const allowed = field === 'expiryDate' ? /^[\d\s/]*$/ : /^[\d\s]*$/;
    const caret = element.selectionStart ?? element.value.length;
    const digitsBefore = element.value.slice(0, caret).replace(/\D/g, '').length;
    const isAtEnd = caret === element.value.length;
    show(element.value);
    if (!isAtEnd) placeCaret(element, digitsBefore);
    if (!allowed.test(typed)) report('InvalidCharacter');
  });
  element.addEventListener('focus', () => report('Focus'));
  element.addEventListener('blur', () => {
    report('Blur');
    if (digits !== '' || isOptional) check();
    else {
      mark('invalid');
      report('Invalid');
    }
  });

  const setUp = (setup: FieldSetup) => {
    ({ isOptional, errorMessage } = setup);
    document.documentElement.lang = setup.language;
    element.placeholder = setup.placeholder;
    element.setAttribute('aria-label', setup.label);
    applyStyle(setup.style);
    send({ type: 'set-up' });
  };

  addEventListener('message', (event: MessageEvent<ToFrame>) => {
    if (event.source !== parent || event.origin !== origin) return;
    const message = event.data;
    switch (message.type) {
      case 'setup':
        setUp(message.setup);
        break;
      case 'focus':
        element.focus();
        break;
      case 'check':
        check();
        break;
      case 'tokenize': {
        const { id } = message.request;
        tokenize(message.request, field, digits, siblings).then(
          (token) => send({ type: 'token', id, token }),
          (reason: unknown) => send({ type: 'token-failed', id, error: toScriptError(reason) }),
        );
        break;
      }
    }
  });

  siblings.addEventListener('message', ({ data }: MessageEvent<BetweenFrames>) => {
    if (data.type === 'brand' && field === 'cvv') learnBrand(data.cardType);
    if (data.type !== 'collect') return;
    siblings.postMessage({ type: 'value', id: data.id, name: field, value: digits } satisfies BetweenFrames);
  });

  send({ type: 'ready' });
}

/** Puts the caret behind the same digit as before, after the value was regrouped. */
function placeCaret(element: HTMLInputElement, digitsBefore: number): void {
  let at = 0;
  for (let seen = 0; seen < digitsBefore && at < element.value.length; at += 1) {
    if (/\d/.test(element.value[at] ?? '')) seen += 1;
  }
  element.setSelectionRange(at, at);
}
