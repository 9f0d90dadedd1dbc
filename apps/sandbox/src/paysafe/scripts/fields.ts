// `paysafe.fields`: the hosted fields as a checkout page sees them.
import { deliver } from './callback.ts';
import { FieldEvents } from './field-events.ts';
import { createInstance, type FieldsInstance } from './fields-instance.ts';
import { type FieldName, fieldNames, type FieldStyle, type FromFrame } from './frame-messages.ts';
import { type FieldOptions, hostField } from './hosted-field.ts';
import { assertArguments, post } from './script-api.ts';
import { fail, newId, type ScriptError } from './script-error.ts';

interface SetupOptions {
  readonly fields: Partial<Record<FieldName, FieldOptions>>;
  readonly style?: FieldStyle;
  readonly currencyCode?: string;
  readonly accounts?: Readonly<Record<string, string | number>>;
}

export type SetupCallback = (instance: FieldsInstance | undefined, error: ScriptError | undefined) => void;

/**
 * Puts the hosted fields into the page. `apiKey` is Base64 of the public key and its secret; `options` are `environment`
 * (TEST), `fields` (`cardNumber`, `expiryDate`, `cvv`, each with a `selector`), `style`. Answers through the callback,
 * the promise, or both.
 */
export function setup(apiKey: string, options: unknown, callback?: SetupCallback): Promise<FieldsInstance | undefined> {
  return deliver(async () => {
    assertArguments(apiKey, options);
    return setUpFields(apiKey, readOptions(options));
  }, callback);
}

async function setUpFields(apiKey: string, options: SetupOptions): Promise<FieldsInstance> {
  const session = newId();
  const events = new FieldEvents();
  const answers = new Map<string, (message: FromFrame) => void>();
  const names = fieldNames.filter((name) => options.fields[name] !== undefined);
  const around = {
    framePath: '/js/v1/frames/field',
    session,
    style: options.style ?? {},
    onEvent: events.emit,
    onMessage: (message: FromFrame) => {
      if ('id' in message) answers.get(message.id)?.(message);
    },
  };
  const [, ...fields] = await Promise.all([
    post('/js/v1/setup', apiKey, {}),
    ...names.map((name) => hostField(name, options.fields[name] ?? { selector: '' }, around)),
  ]);
  return createInstance({ apiKey, fields, events, answers });
}

function readOptions(options: Record<string, unknown>): SetupOptions {
  const { fields } = options;
  if (typeof fields !== 'object' || fields === null) throw fail('badArgument', 'Invalid fields option.');
  const unknown = Object.keys(fields).find((name) => !fieldNames.some((known) => known === name));
  if (unknown !== undefined) throw fail('badArgument', `There is no field ${unknown}.`);
  if (Object.keys(fields).length === 0) throw fail('badArgument', 'No field is given.');
  for (const [name, field] of Object.entries(fields as Record<string, Partial<FieldOptions>>)) {
    if (typeof field.selector !== 'string') throw fail('badArgument', `The field ${name} has no selector.`);
  }
  return options as unknown as SetupOptions;
}
