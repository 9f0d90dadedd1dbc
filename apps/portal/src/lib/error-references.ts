const references = new WeakMap<object, string>();

/** What a fault of the portal is called, from the first time on: to quote to the office, and to find its report. */
export function giveReference(error: Error): string {
  const reference = references.get(error) ?? crypto.randomUUID();
  references.set(error, reference);
  return reference;
}

/** What a fault was called, if anybody saw it before. */
export function givenReference(error: unknown): string | undefined {
  return error instanceof Error ? references.get(error) : undefined;
}
