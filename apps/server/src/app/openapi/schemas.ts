import { z } from 'zod';
import { nouns } from './nouns.ts';

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
}

type Way = 'input' | 'output';

/** The contract's shapes, by their exported names. */
const namedShapes = z.registry<{ id: string }>();
const shapesByName = new Map<string, z.ZodType>();
for (const file of nouns.flatMap(({ files }) => files)) {
  for (const [name, shape] of Object.entries(file)) {
    if (!/^[A-Z]/.test(name) || !isShape(shape)) continue;
    namedShapes.add(shape, { id: name });
    shapesByName.set(name, shape);
  }
}

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
  /** The content of `#/components/schemas`. */
  readonly components: Record<string, Schema> = {};

  /**
   * Returns the document's schema of a shape.
   * @param way requests differ from answers: a value with a default may be left out of a request
   */
  schemaOf(shape: z.ZodType, way: Way): Schema {
    const { $defs = {}, ...schema } = convert(shape, way, namedShapes);
    const names = new Map(
      Object.keys($defs).map((name) => [name, differs(name) && way === 'input' ? `${name}Request` : name]),
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
}

type Converted = Schema & { $defs?: Record<string, Schema> };

function convert(shape: z.ZodType, way: Way, metadata = z.registry<{ id: string }>()): Converted {
  const options = { metadata, io: way, target: 'draft-2020-12', unrepresentable: 'any', reused: 'inline' } as const;
  const { $schema: _, ...schema } = z.toJSONSchema(shape, options) as Converted & { $schema?: string };
  return schema;
}

/** Tells if a named shape differs between requests and answers. */
function differs(name: string): boolean {
  const known = differing.get(name);
  if (known !== undefined) return known;
  const shape = shapesByName.get(name);
  const [sent, answered] = (['input', 'output'] as const).map(
    (way) => shape && tidy(convert(shape, way), new Map(), way),
  );
  const fresh = JSON.stringify(sent) !== JSON.stringify(answered);
  differing.set(name, fresh);
  return fresh;
}

const differing = new Map<string, boolean>();

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
  return Object.fromEntries(Object.entries({ ...schema, ...keys }).map(([key, each]) => [key, tidy(each, names, way)]));
}
