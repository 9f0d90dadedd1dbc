// `paysafe.fields`: the API of the hosted fields for a checkout page.
import { callBack, promised } from './callback.ts';
import { FieldEvents } from './field-events.ts';
import {
  createCallbackInstance,
  type FieldsInstance,
  type Form,
  listenTo,
  type PromisesInstance,
  tokenizeForm,
} from './fields-instance.ts';
import { type FieldName, fieldNames, type FieldStyle, type FromFrame } from '../../cards/scripts/frame-messages.ts';
import { type FieldOptions, type HostedField, hostField } from '../../cards/scripts/hosted-field.ts';
import { assertArguments, post } from './script-api.ts';
import { fail, newId, type ScriptError, toScriptError } from '../../cards/scripts/script-error.ts';

interface SetupOptions {
  readonly fields: Readonly<Record<FieldName, FieldOptions>>;
  readonly style?: FieldStyle;
  readonly currencyCode?: string;
  readonly accounts?: Readonly<Record<string, string | number>>;
}

export type SetupCallback = (instance: FieldsInstance | undefined, error: ScriptError | undefined) => void;

/**
 * Puts the hosted fields into the page and calls back. `apiKey` is Base64 of the public key and its secret.
 * `options` are `environment` (TEST), `fields` (`cardNumber`, `expiryDate`, `cvv`, each with a `selector`) and
 * `style`.
 */
export function setUpForCallbacks(apiKey: string, options: unknown, callback: SetupCallback): void {
  callBack(async () => {
    const { form, show } = await begin(apiKey, options);
    await show();
    return createCallbackInstance(form);
  }, callback);
}

/** Resolves with an instance whose fields are not in the page until `show` is called. */
export function setUpForPromises(apiKey: string, options: unknown): Promise<PromisesInstance> {
  return promised(async () => {
    const { form, show } = await begin(apiKey, options);
    let isShown = false;
    return {
      ...listenTo(form),
      tokenize: (settings) =>
        promised(async () => {
          if (!isShown) throw fail('notShown', 'The fields are not shown: call show first.');
          return tokenizeForm(form, settings ?? {});
        }),
      show: async () => {
        try {
          await show();
          isShown = true;
          return { card: {} };
        } catch (reason) {
          return { card: { error: toScriptError(reason) } };
        }
      },
    };
  });
}

/** Checks the arguments, and asks the provider if the key is valid. No field is in the page yet. */
async function begin(apiKey: string, options: unknown): Promise<{ form: Form; show: () => Promise<void> }> {
  assertArguments(apiKey, options);
  const settings = readOptions(options);
  await post('/js/v1/setup', apiKey, {});
  const answers = new Map<string, (message: FromFrame) => void>();
  const fields: HostedField[] = [];
  const form: Form = { apiKey, fields, events: new FieldEvents(), answers };
  return { form, show: async () => void fields.push(...(await hostFields(form, settings))) };
}

function hostFields({ events, answers }: Form, options: SetupOptions): Promise<HostedField[]> {
  const around = {
    framePath: '/js/v1/frames/field',
    session: newId(),
    style: options.style ?? {},
    onEvent: events.emit,
    onMessage: (message: FromFrame) => {
      if ('id' in message) answers.get(message.id)?.(message);
    },
  };
  return Promise.all(fieldNames.map((name) => hostField(name, options.fields[name], around)));
}

function readOptions(options: Record<string, unknown>): SetupOptions {
  const { fields } = options;
  if (typeof fields !== 'object' || fields === null) throw fail('badArgument', 'Invalid fields option.');
  const unknown = Object.keys(fields).find((name) => !fieldNames.some((known) => known === name));
  if (unknown !== undefined) throw fail('badArgument', `There is no field ${unknown}.`);
  for (const name of fieldNames) {
    const field = (fields as Partial<Record<FieldName, Partial<FieldOptions>>>)[name];
    if (field === undefined) throw fail('badArgument', `The field ${name} is missing.`);
    if (typeof field.selector !== 'string') throw fail('badArgument', `The field ${name} has no selector.`);
  }
  return options as unknown as SetupOptions;
}
