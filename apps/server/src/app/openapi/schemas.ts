import { z } from 'zod';
import type { Noun } from './nouns.ts';

/** A JSON schema of the draft that OpenAPI 3.1 uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  minItems?: number;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  description?: string;
  examples?: unknown[];
  /** A mark of the contract's `withDemanded`, which becomes a required field of the document. */
  isDemanded?: boolean;
}

type Way = 'input' | 'output';

/** The names of shapes. A shape with a name becomes a component. */
type Names = z.core.$ZodRegistry<{ id: string }>;

/**
 * Tells if a value gets a name of its own: an object, or a list of words. Texts and numbers are written where they
 * are used.
 */
function isShape(value: unknown): value is z.ZodObject | z.ZodEnum {
  return value instanceof z.ZodObject || value instanceof z.ZodEnum;
}

const refOf = (name: string) => `#/components/schemas/${name}`;

/** Turns the contract's schemas into the document's. Shapes with a name become components. */
export class SchemaBook {
  /** The shapes with a name, by name. */
  readonly components: Record<string, Schema> = {};
  readonly #names: Names = z.registry<{ id: string }>();
  readonly #shapes = new Map<string, z.ZodType>();
  readonly #differing = new Map<string, boolean>();

  /** @param nouns the chapters of the document. The shapes that their files export have these names */
  constructor(nouns: readonly Noun[]) {
    for (const [name, shape] of nouns.flatMap(({ files }) => files).flatMap((file) => Object.entries(file))) {
      if (!/^[A-Z]/.test(name) || !isShape(shape)) continue;
      this.#names.add(shape, { id: name });
      this.#shapes.set(name, shape);
    }
  }

  /**
   * Returns the document's schema of a shape.
   * @param way requests differ from answers: a value with a default may be left out of a request
   */
  schemaOf(shape: z.ZodType, way: Way): Schema {
    const { $defs = {}, ...schema } = convert(shape, way, this.#names);
    const names = new Map(
      Object.keys($defs).map((name) => [name, this.#differs(name) && way === 'input' ? `${name}Request` : name]),
    );
    for (const [name, definition] of Object.entries($defs))
      this.components[names.get(name) ?? name] ??= tidy(definition, names, way) as Schema;
    return tidy(schema, names, way) as Schema;
  }

  /** Returns the schema that a reference leads to; other schemas as they are. */
  resolve(schema: Schema): Schema {
    const name = schema.$ref?.slice(refOf('').length);
    return name === undefined ? schema : (this.components[name] ?? {});
  }

  /** Returns the components that a part of the document refers to, also through each other. */
  usedBy(part: object): Record<string, Schema> {
    const used = new Set<string>();
    const follow = (value: unknown): void => {
      for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
        if (used.has(name)) continue;
        used.add(name);
        follow(this.components[name] ?? {});
      }
    };
    follow(part);
    return Object.fromEntries(Object.entries(this.components).filter(([name]) => used.has(name)));
  }

  /** Tells if a named shape differs between requests and answers. */
  #differs(name: string): boolean {
    const known = this.#differing.get(name);
    if (known !== undefined) return known;
    const shape = this.#shapes.get(name);
    const [sent, answered] = (['input', 'output'] as const).map(
      (way) => shape && tidy(convert(shape, way), new Map(), way),
    );
    const fresh = JSON.stringify(sent) !== JSON.stringify(answered);
    this.#differing.set(name, fresh);
    return fresh;
  }
}

type Converted = Schema & { $defs?: Record<string, Schema> };

function convert(shape: z.ZodType, way: Way, metadata: Names = z.registry<{ id: string }>()): Converted {
  const options = {
    metadata,
    io: way,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    reused: 'inline',
    // The names are in a registry of their own. Descriptions and examples are in Zod's. Zod leaves these and the
    // default out where a text of an address becomes a number.
    override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: object }) =>
      void Object.assign(jsonSchema, defaultOf(zodSchema), z.globalRegistry.get(zodSchema)),
  } as const;
  const { $schema: _, ...schema } = z.toJSONSchema(shape, options) as Converted & { $schema?: string };
  return schema;
}

const defaultOf = ({ _zod: { def } }: z.core.$ZodTypes) =>
  def.type === 'default' ? { default: def.defaultValue } : {};

/** Points references to the components, and drops what carries no information. */
function tidy(value: unknown, names: ReadonlyMap<string, string>, way: Way): unknown {
  if (Array.isArray(value)) return value.map((each) => tidy(each, names, way));
  if (typeof value !== 'object' || value === null) return value;
  const { propertyNames, ...schema } = value as Schema;
  // An answer may gain fields without breaking its readers. A request with unknown fields is refused.
  if (way === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  // The keys of a record are texts in any case.
  const keys = propertyNames && Object.keys(propertyNames).join() !== 'type' ? { propertyNames } : {};
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice('#/$defs/'.length);
    return { ...schema, $ref: refOf(names.get(name) ?? name) };
  }
  const fields = Object.entries({ ...withDemands(schema), ...keys });
  return Object.fromEntries(fields.map(([key, each]) => [key, tidy(each, names, way)]));
}

/** Says of an object which fields the rows' own rules demand: neither null nor an empty text. */
function withDemands(schema: Schema): Schema {
  const demanded = Object.entries(schema.properties ?? {}).filter(([, field]) => field.isDemanded);
  if (demanded.length === 0) return schema;
  const given = Object.fromEntries(demanded.map(([name, field]) => [name, filled(field)]));
  return {
    ...schema,
    properties: { ...schema.properties, ...given },
    required: [...new Set([...(schema.required ?? []), ...Object.keys(given)])],
  };
}

function filled({ isDemanded: _, anyOf, ...field }: Schema): Schema {
  const [choice = {}] = anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const { type: types, ...whole } = { ...choice, ...field };
  const [type = 'object'] = [types ?? []].flat().filter((each) => each !== 'null');
  return { type, ...whole, ...(type === 'string' && !whole.enum ? { minLength: 1 } : {}) };
}
