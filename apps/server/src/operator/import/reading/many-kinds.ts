import { readJson } from './json.ts';
import type { SourceRow } from './source-row.ts';

const howTo = 'write {"kind": "accounts", "row": {"reference": "C-1001"}}';
const ofRow = 'row.';

/**
 * Reads lines of JSON that name the kind of their row: `{"kind": "accounts", "row": {…}}`.
 * @param kinds the names that a kind may have
 * @throws SourceError if the text is no such JSON
 */
export async function* readManyKinds(
  texts: AsyncIterable<string>,
  kinds: readonly string[],
): AsyncGenerator<SourceRow> {
  for await (const row of readJson(texts)) yield row.unreadable === undefined ? opened(row, kinds) : row;
}

function opened({ line, values }: SourceRow, kinds: readonly string[]): SourceRow {
  const { kind = '', ...others } = values;
  const beside = Object.keys(others).find((name) => !name.startsWith(ofRow));
  if (kind === '') return { line, values: {}, unreadable: `names no kind: ${howTo}` };
  if (!kinds.includes(kind))
    return { line, values: {}, unreadable: `"${kind}" is none of the kinds ${kinds.join(', ')}` };
  if (beside !== undefined)
    return { line, values: {}, kind, unreadable: `has "${beside}" beside kind and row: ${howTo}` };
  const own = Object.entries(others).map(([name, value]) => [name.slice(ofRow.length), value]);
  return { line, values: Object.fromEntries(own) as Record<string, string>, kind };
}
