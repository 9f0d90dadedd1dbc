import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/**
 * Returns the JSON schema of input or output, in the form for fast-json-stringify and OpenAPI: `nullable` instead of
 * a union with null, which would make the serialiser validate and not just write.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const known = made[io].get(schema);
  if (known) return structuredClone(known);
  const fresh = convert(schema, io);
  made[io].set(schema, fresh);
  return structuredClone(fresh);
}

/** Many calls share a schema, and converting it is most of the cost of registering a call. */
const made = { input: new WeakMap<z.ZodType, JsonSchema>(), output: new WeakMap<z.ZodType, JsonSchema>() };

function convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const whole = z.toJSONSchema(schema, { target: 'draft-7', io, unrepresentable: 'any', reused: 'inline' });
  delete whole.$schema;
  return simplify(whole) as JsonSchema;
}

function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplify);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, simplify(inner)]);
  const schema = Object.fromEntries(entries) as JsonSchema;
  const { anyOf } = schema;
  if (Array.isArray(anyOf) && anyOf.length === 2 && (anyOf[1] as JsonSchema).type === 'null') {
    const { anyOf: _, ...rest } = schema;
    return { ...(anyOf[0] as JsonSchema), ...rest, nullable: true };
  }
  return schema;
}
