import type { AmountRow, AmountTable } from './letter.ts';

/** The lines of what is sold or offered, and what they come to. @param text has the headings */
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

/** How many, as a line of such a table writes it. */
export const quantityText = (quantity: string, language: string) =>
  Number(quantity).toLocaleString(language, { maximumFractionDigits: 3 });
