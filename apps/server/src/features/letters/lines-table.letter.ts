import type { AmountRow, AmountTable } from './letter.rules.ts';

/** Returns a table of lines that are sold or offered, with their total. @param text returns the headings */
export function linesTable(text: (key: string) => string, rows: readonly AmountRow[], total: string): AmountTable {
  return {
    caption: text('lines'),
    headings: {
      number: text('quantity'),
      description: text('description'),
      boat: text('boat'),
      amount: text('amount'),
    },
    rows,
    total: { label: text('total'), amount: total },
  };
}

/** Writes a quantity as the lines of such a table show it. */
export const quantityText = (quantity: string, language: string) =>
  Number(quantity).toLocaleString(language, { maximumFractionDigits: 3 });
