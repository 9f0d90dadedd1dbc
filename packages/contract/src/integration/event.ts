import type { z } from 'zod';

/** A type of event: when it happens, the shape of its object, and an example of one. */
export interface EventKind<ObjectSchema extends z.ZodType = z.ZodType> {
  readonly summary: string;
  readonly object: ObjectSchema;
  readonly example: z.input<ObjectSchema>;
}

/** Declares types of events whose objects have one shape. */
export function eventsOf<ObjectSchema extends z.ZodType, Name extends string>(
  object: ObjectSchema,
  example: z.input<ObjectSchema>,
  summaries: Readonly<Record<Name, string>>,
): Readonly<Record<Name, EventKind<ObjectSchema>>> {
  const kinds = Object.entries<string>(summaries).map(([name, summary]) => [name, { summary, object, example }]);
  return Object.fromEntries(kinds) as Record<Name, EventKind<ObjectSchema>>;
}
