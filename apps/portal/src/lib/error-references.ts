const references = new WeakMap<object, string>();

/**
 * Returns the reference of an error of the portal and creates it the first time. Customers quote it, and it finds
 * the report.
 */
export function giveReference(error: Error): string {
  const reference = references.get(error) ?? crypto.randomUUID();
  references.set(error, reference);
  return reference;
}

/** Returns the reference of an error, if it has one already. */
export function givenReference(error: unknown): string | undefined {
  return error instanceof Error ? references.get(error) : undefined;
}
