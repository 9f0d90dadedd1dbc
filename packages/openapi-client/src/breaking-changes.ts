/** The part of a JSON schema that the comparison reads. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  additionalProperties?: Schema | boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}
interface Body {
  $ref?: string;
  required?: boolean;
  content?: Record<string, { schema: Schema }>;
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: Body;
  responses: Record<string, Body>;
  'x-scopes'?: readonly string[];
}

/** The parts of an OpenAPI document that callers depend on. */
export interface ComparableDocument {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas?: Record<string, Schema>;
    responses?: Record<string, Body>;
    parameters?: Record<string, Parameter>;
  };
}

/** A request breaks if it may say less than before; an answer breaks if it may say more, or leaves something out. */
type Way = 'request' | 'answer';

/**
 * Compares two versions of an OpenAPI document, and returns a line for each change that breaks a program written for
 * the older one. Such changes are:
 * - a call or field that is gone
 * - a new required field or scope, or a request that takes less than before
 * - an answer of another type, or without a field that was always there
 *
 * New calls, new fields of answers, new optional fields of requests and new words in a list of words break nothing.
 */
export function breakingChanges(before: ComparableDocument, after: ComparableDocument): string[] {
  return new Comparison(before, after).changes();
}

class Comparison {
  readonly #before: ComparableDocument;
  readonly #after: ComparableDocument;
  readonly #found = new Set<string>();
  /** The pairs of named schemas that are compared already, because shapes may contain themselves. */
  readonly #compared = new Set<string>();

  constructor(before: ComparableDocument, after: ComparableDocument) {
    this.#before = before;
    this.#after = after;
  }

  changes(): string[] {
    for (const [path, methods] of Object.entries(this.#before.paths))
      for (const [method, operation] of Object.entries(methods)) {
        const now = this.#after.paths[path]?.[method];
        if (now) this.#operation(`${method.toUpperCase()} ${path}`, operation, now);
        else this.#found.add(`${method.toUpperCase()} ${path}: the call is gone`);
      }
    return [...this.#found];
  }

  #operation(name: string, before: Operation, after: Operation): void {
    if (before.operationId !== after.operationId) this.#found.add(`${name}: its name is now ${after.operationId}`);
    for (const scope of after['x-scopes'] ?? [])
      if (!before['x-scopes']?.includes(scope)) this.#found.add(`${name}: needs the scope ${scope}`);
    this.#parameters(name, before, after);
    this.#bodies(`${name}: request`, before.requestBody, after.requestBody, 'request');
    if (after.requestBody?.required && !before.requestBody?.required)
      this.#found.add(`${name}: request: a body is required`);
    for (const [status, answer] of Object.entries(before.responses).filter(([code]) => code.startsWith('2'))) {
      const now = after.responses[status];
      if (now) this.#bodies(`${name}: ${status}`, answer, now, 'answer');
      else this.#found.add(`${name}: ${status}: the answer is gone`);
    }
  }

  #parameters(name: string, before: Operation, after: Operation): void {
    const known = this.#parametersOf(this.#before, before);
    const now = this.#parametersOf(this.#after, after);
    for (const [key, parameter] of known) {
      const fresh = now.get(key);
      if (!fresh) this.#found.add(`${name}: the parameter ${key} is gone`);
      else this.#schemas(`${name}: ${key}`, parameter.schema, fresh.schema, 'request');
    }
    for (const [key, { required }] of now)
      if (required && !known.get(key)?.required) this.#found.add(`${name}: the parameter ${key} is required`);
  }

  #parametersOf({ components }: ComparableDocument, { parameters = [] }: Operation): Map<string, Parameter> {
    const whole = parameters.map((each) => (each.$ref ? components.parameters?.[nameOf(each.$ref)] : each) ?? each);
    return new Map(whole.map((each) => [`${each.name} in the ${each.in}`, each]));
  }

  #bodies(name: string, before: Body | undefined, after: Body | undefined, way: Way): void {
    const known = resolved(before, this.#before.components.responses)?.content ?? {};
    const now = resolved(after, this.#after.components.responses)?.content ?? {};
    for (const [type, { schema }] of Object.entries(known)) {
      const fresh = now[type];
      if (fresh) this.#schemas(name, schema, fresh.schema, way);
      else this.#found.add(`${name}: ${type} is gone`);
    }
  }

  #schemas(name: string, before: Schema, after: Schema, way: Way): void {
    if (before.$ref && after.$ref) {
      const pair = `${way} ${before.$ref} ${after.$ref}`;
      if (this.#compared.has(pair)) return;
      this.#compared.add(pair);
    }
    const known = resolved(before, this.#before.components.schemas) ?? {};
    const now = resolved(after, this.#after.components.schemas) ?? {};
    const tell = (change: string) => void this.#found.add(`${name}: ${change}`);
    if (way === 'request') narrowings(known, now).forEach(tell);
    const [taken, given] = way === 'request' ? [typesOf(now), typesOf(known)] : [typesOf(known), typesOf(now)];
    if (taken.size > 0 && (given.size === 0 || [...given].some((type) => !accepts(taken, type))))
      tell(`is ${words(typesOf(now))} instead of ${words(typesOf(known))}`);
    this.#fields(name, known, now, way);
    if (known.items && now.items) this.#schemas(`${name}[]`, known.items, now.items, way);
    const choices = now.anyOf ?? [now];
    for (const choice of known.anyOf ?? []) {
      const fitting = choices.find((each) => sameKind(choice, each));
      if (fitting && (choice.properties || choice.$ref || choice.items)) this.#schemas(name, choice, fitting, way);
      else if (fitting && way === 'request') narrowings(choice, fitting).forEach(tell);
    }
  }

  #fields(name: string, before: Schema, after: Schema, way: Way): void {
    const known = before.properties ?? {};
    const now = after.properties ?? {};
    for (const [field, schema] of Object.entries(known)) {
      const fresh = now[field];
      if (fresh) this.#schemas(`${name}.${field}`, schema, fresh, way);
      else this.#found.add(`${name}.${field}: the field is gone`);
    }
    const [demanded, demandedBefore] = [after.required ?? [], before.required ?? []];
    if (way === 'request')
      for (const field of demanded.filter((each) => !demandedBefore.includes(each)))
        this.#found.add(`${name}.${field}: the field is required`);
    else
      for (const field of demandedBefore.filter((each) => !demanded.includes(each) && each in now))
        this.#found.add(`${name}.${field}: the field may be missing`);
  }
}

const nameOf = ($ref: string) => $ref.slice($ref.lastIndexOf('/') + 1);

function resolved<Item extends { $ref?: string }>(
  item: Item | undefined,
  components: Record<string, Item> | undefined,
): Item | undefined {
  return item?.$ref === undefined ? item : components?.[nameOf(item.$ref)];
}

/** Returns the types of values that fit a schema; none: every value fits. */
function typesOf({ type, anyOf, properties, $ref }: Schema): Set<string> {
  if (anyOf) return new Set(anyOf.flatMap((choice) => [...typesOf(choice)]));
  if (type === undefined) return new Set(properties || $ref ? ['object'] : []);
  return new Set([type].flat());
}

const accepts = (types: ReadonlySet<string>, type: string) =>
  types.has(type) || (type === 'integer' && types.has('number'));

const words = (types: ReadonlySet<string>) => (types.size === 0 ? 'anything' : [...types].join(' or '));

const sameKind = (one: Schema, other: Schema): boolean => [...typesOf(one)].some((type) => typesOf(other).has(type));

const lowerBounds = ['minimum', 'minLength', 'minItems'] as const;
const upperBounds = ['maximum', 'maxLength', 'maxItems'] as const;

/** Returns the ways in which a schema of a request takes fewer values than before. */
function narrowings(before: Schema, after: Schema): string[] {
  const found: string[] = [];
  for (const bound of lowerBounds)
    if ((after[bound] ?? -Infinity) > (before[bound] ?? -Infinity)) found.push(`${bound} is now ${after[bound]}`);
  for (const bound of upperBounds)
    if ((after[bound] ?? Infinity) < (before[bound] ?? Infinity)) found.push(`${bound} is now ${after[bound]}`);
  for (const rule of ['pattern', 'format', 'const'] as const)
    if (after[rule] !== undefined && after[rule] !== before[rule])
      found.push(`${rule} is now ${JSON.stringify(after[rule])}`);
  const gone = (before.enum ?? []).filter((word) => after.enum && !after.enum.includes(word));
  if (gone.length > 0) found.push(`no longer takes ${gone.map(String).join(', ')}`);
  if (after.enum && !before.enum && before.const === undefined) found.push('takes only some words');
  if (after.additionalProperties === false && before.properties && before.additionalProperties !== false)
    found.push('takes no other fields');
  return found;
}
