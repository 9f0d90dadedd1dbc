import writerOf from 'fast-json-stringify';
import { z } from 'zod';

/** The answers that are written once, each with its text as soon as that is written. */
const writtenOnce = new WeakMap<object, string | null>();

/** Lets a large answer be written once, for a caller that keeps it and never changes it. */
export function writeOnce<Answer extends object>(answer: Answer): Answer {
  if (!writtenOnce.has(answer)) writtenOnce.set(answer, null);
  return answer;
}

/**
 * Returns a function that writes answers as JSON, with the fields of their schema alone. It is compiled when the first
 * answer is written: a start would compile hundreds, and most are not used for a long time.
 */
export function answerWriter(schema: z.ZodType): (answer: unknown) => string {
  let write: ReturnType<typeof writerOf> | undefined;
  return (answer) => {
    const kept = writtenOnce.get(answer as object);
    if (kept) return kept;
    write ??= writerOf(jsonSchema(schema));
    const text = write(answer);
    if (kept === null) writtenOnce.set(answer as object, text);
    return text;
  };
}

type JsonSchema = Record<string, unknown>;

/**
 * Returns the JSON schema of an answer, in the form for fast-json-stringify: `nullable` instead of a union with null,
 * which would make it validate and not just write.
 */
function jsonSchema(schema: z.ZodType): JsonSchema {
  const whole = z.toJSONSchema(schema, { target: 'draft-7', io: 'output', unrepresentable: 'any', reused: 'inline' });
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
