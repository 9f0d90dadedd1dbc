import type { z } from 'zod';

/** A refusal by the second card provider. Nothing was booked. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly { readonly Field: string; readonly Message: string }[];

  constructor(status: number, message: string, errors: Refusal['errors'] = []) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}

export const notFound = () => new Refusal(404, 'The payment request is not known.');

/** Parses a value. Throws a refusal that names every wrong field, and no values. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ Field: [...issue.path, key].join('.'), Message: 'Unrecognised field' }))
      : [{ Field: issue.path.join('.'), Message: issue.message }],
  );
  throw new Refusal(400, `Invalid: ${errors.map(({ Field }) => Field).join(', ')}.`, errors);
}
