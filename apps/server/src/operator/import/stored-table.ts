import type { StoredRows } from './import-rows.ts';

const columns = ['added', 'changed', 'unchanged', 'removed'] as const;

/** Returns what was stored, as the lines of a table. */
export function storedTable(stored: readonly StoredRows[]): string[] {
  const rows = stored.map(({ tenant, kind, counts }) => [
    tenant === '' ? kind : `${tenant}: ${kind}`,
    ...columns.map((column) => counts[column].toLocaleString('en')),
  ]);
  const table = [['', ...columns], ...rows];
  const widths = ['', ...columns].map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table.map(([first = '', ...numbers]) =>
    [first.padEnd(widths[0] ?? 0), ...numbers.map((cell, index) => cell.padStart(widths[index + 1] ?? 0))].join('  '),
  );
}
