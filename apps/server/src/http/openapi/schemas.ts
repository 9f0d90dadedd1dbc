import { z } from 'zod';
import { nouns } from './nouns.ts';

/** A JSON schema of the draft that OpenAPI 3.1 speaks. */
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

/** Shapes of the contract by the names under which it exports them. */
const namedShapes = z.registry<{ id: string }>();
const shapesByName = new Map<string, z.ZodType>();
for (const file of nouns.flatMap(({ files }) => files)) {
  for (const [name, shape] of Object.entries(file)) {
    if (!/^[A-Z]/.test(name) || !isShape(shape)) continue;
    namedShapes.add(shape, { id: name });
    shapesByName.set(name, shape);
  }
}

/** Worth a name of its own: an object, or a list of words. Texts and numbers stand where they are used. */
function isShape(value: unknown): value is z.ZodObject | z.ZodEnum {
  return value instanceof z.ZodObject || value instanceof z.ZodEnum;
}

const refOf = (name: string) => `#/components/schemas/${name}`;

/** Turns the contract's schemas into the document's, and keeps shapes that have a name as components. */
export class SchemaBook {
  /** What `#/components/schemas` holds. */
  readonly components: Record<string, Schema> = {};

  /** @param way what is sent differs from what is answered: a value with a default may be left out of a request */
  schemaOf(shape: z.ZodType, way: Way): Schema {
    const { $defs = {}, ...schema } = convert(shape, way, namedShapes);
    const names = new Map(
      Object.keys($defs).map((name) => [name, differs(name) && way === 'input' ? `${name}Request` : name]),
    );
    for (const [name, definition] of Object.entries($defs))
      this.components[names.get(name) ?? name] ??= tidy(definition, names, way) as Schema;
    return tidy(schema, names, way) as Schema;
  }

  /** What a reference of this document leads to; anything else is itself. */
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

/** Whether a named shape is sent in another form than it is answered in. */
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

/** Leads references to the components, and leaves out what says nothing. */
function tidy(value: unknown, names: ReadonlyMap<string, string>, way: Way): unknown {
  if (Array.isArray(value)) return value.map((each) => tidy(each, names, way));
  if (typeof value !== 'object' || value === null) return value;
  const { propertyNames, ...schema } = value as Schema;
  // An answer may gain fields without breaking who reads it; a request with unknown ones is refused.
  if (way === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  // Keys of a record are texts in any case.
  const keys = propertyNames && Object.keys(propertyNames).join() !== 'type' ? { propertyNames } : {};
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice('#/$defs/'.length);
    return { ...schema, $ref: refOf(names.get(name) ?? name) };
  }
  return Object.fromEntries(Object.entries({ ...schema, ...keys }).map(([key, each]) => [key, tidy(each, names, way)]));
}
