import { OperatorError } from './command.ts';

interface Named {
  id: number;
  reference: string | null;
}

interface Found<Row> {
  /** Such as `order`. */
  noun: string;
  /** The name that the operator typed. */
  wanted: string;
  /** The objects whose reference or number it is. */
  rows: readonly Row[];
  /** Returns a number as people read it. */
  numberOf?: (id: number) => string;
}

/**
 * Returns the object that a name means; undefined if there is none.
 * @throws OperatorError if the name is the reference of one object and the number of another: money and links would
 * go to the wrong customer without a word
 */
export function onlyOne<Row extends Named>({ noun, wanted, rows, numberOf = String }: Found<Row>): Row | undefined {
  const [first, second] = rows;
  if (!first || !second) return first;
  const name = wanted.trim();
  const tell = ({ id, reference }: Named) =>
    `${noun} ${numberOf(id)}${reference === null || reference === name ? '' : ` (reference ${reference})`}`;
  const [referred, numbered] = first.reference === name ? [first, second] : [second, first];
  throw new OperatorError(
    `"${name}" is the reference of ${tell(referred)} and the number of ${tell(numbered)}. ` +
      `Name one of them: reference:${name} or number:${name}.`,
  );
}
