import type {
  FieldEventName,
  FieldName,
  FieldSetup,
  FieldState,
  FieldStyle,
  FromFrame,
  ToFrame,
} from './frame-messages.ts';
import { providerOrigin } from './provider-origin.ts';
import { fieldTexts } from './field-texts.ts';
import { fail } from './script-error.ts';
import { withResolvers } from './with-resolvers.ts';

/** The page's description of one field in `options.fields`. */
export interface FieldOptions {
  readonly selector: string;
  readonly placeholder?: string;
  readonly optional?: boolean;
  readonly accessibilityLabel?: string;
  readonly accessibilityErrorMessage?: string;
}

/** One hosted field as the page's script holds it: the frame, and the last state that it reported. */
export interface HostedField {
  readonly name: FieldName;
  readonly container: HTMLElement;
  readonly frame: HTMLIFrameElement;
  state: FieldState;
  send(message: ToFrame): void;
}

interface FieldContext {
  /** The path of the frame's page, on the provider's origin. */
  readonly framePath: string;
  readonly session: string;
  readonly style: FieldStyle;
  readonly onEvent: (field: HostedField, event: FieldEventName) => void;
  readonly onMessage: (message: FromFrame) => void;
}

const patienceMs = 15_000;

/** Puts a field's frame into its container, in place of its content, and waits until it accepts input. */
export async function hostField(name: FieldName, options: FieldOptions, context: FieldContext): Promise<HostedField> {
  const container = document.querySelector<HTMLElement>(options.selector);
  if (container === null) throw fail('badArgument', `No element matches the selector of ${name}.`);
  const frame = createFrame(name, context);
  const field: HostedField = {
    name,
    container,
    frame,
    state: { isValid: options.optional === true, isEmpty: true },
    send: (message) => frame.contentWindow?.postMessage(message, providerOrigin),
  };
  const { promise, resolve, reject } = withResolvers<HostedField>();
  const listen = (event: MessageEvent<FromFrame>) => {
    if (event.source !== frame.contentWindow || event.origin !== providerOrigin) return;
    const message = event.data;
    if (message.type === 'ready')
      field.send({ type: 'setup', setup: setupOf(name, options, container, context.style) });
    else if (message.type === 'set-up') resolve(field);
    else if (message.type === 'event') {
      field.state = message.state;
      context.onEvent(field, message.event);
    } else context.onMessage(message);
  };
  addEventListener('message', listen);
  // A second setup on the same container replaces the first one, which nobody waits for any more.
  setTimeout(
    () => frame.isConnected && reject(fail('connection', `The frame of ${name} does not answer.`)),
    patienceMs,
  );
  container.replaceChildren(frame);
  if (frame.clientHeight === 0) frame.style.height = '44px';
  return promise;
}

function createFrame(name: FieldName, { framePath, session }: FieldContext): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  const address = new URL(framePath, providerOrigin);
  address.search = new URLSearchParams({ name, session, origin: location.origin }).toString();
  frame.src = address.href;
  frame.title = fieldTexts(name).label;
  frame.allow = 'payment';
  Object.assign(frame.style, { display: 'block', width: '100%', height: '100%', border: '0', colorScheme: 'inherit' });
  return frame;
}

function setupOf(name: FieldName, options: FieldOptions, container: HTMLElement, style: FieldStyle): FieldSetup {
  const texts = fieldTexts(name);
  return {
    placeholder: options.placeholder ?? '',
    label: options.accessibilityLabel ?? texts.label,
    errorMessage: options.accessibilityErrorMessage ?? texts.errorMessage,
    language: document.documentElement.lang || 'en',
    isOptional: options.optional === true,
    style: { ...style, input: { ...inheritedStyle(container), ...style['input'] } },
  };
}

/** Returns the style that the page's own field would have there. The page's `style` is added to it. */
function inheritedStyle(container: HTMLElement): Readonly<Record<string, string>> {
  const computed = getComputedStyle(container);
  const names = ['color', 'font-family', 'font-size', 'font-weight', 'letter-spacing', 'color-scheme'];
  return Object.fromEntries(names.map((name) => [name, computed.getPropertyValue(name)]));
}
