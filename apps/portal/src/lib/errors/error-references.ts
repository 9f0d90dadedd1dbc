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

/** Gives a report the reference of the fault that it reports. @returns the reference */
export function shareReference(report: Error, fault: unknown): string {
  const reference = fault instanceof Error ? giveReference(fault) : giveReference(report);
  references.set(report, reference);
  return reference;
}
