/**
 * The meanings of an identifier that an operator types for an order, an account and their like. Null: not this
 * meaning.
 */
export interface Identifier {
  /** The marina's own reference. */
  reference: string | null;
  /** The portal's number. */
  number: number | null;
}

/**
 * Reads an identifier that an operator types. `820` can be both, a reference and a number. `reference:820` and
 * `number:820` are one of them.
 * @param numbers the form of a number. Its first group has the digits
 */
export function readIdentifier(wanted: string, numbers = /^(\d{1,9})$/): Identifier {
  const [, kind = '', rest = wanted.trim()] = /^(number|reference):\s*(\S.*)$/i.exec(wanted.trim()) ?? [];
  const digits = numbers.exec(rest)?.[1];
  return {
    reference: kind.toLowerCase() === 'number' ? null : rest,
    number: kind.toLowerCase() === 'reference' || digits === undefined ? null : Number(digits),
  };
}
