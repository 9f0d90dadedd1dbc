import type { AmountRow, AmountTable } from './letter.types.ts';

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

/** Writes a quantity as the lines of such a table show it, such as `11.35 m`. @param unit null if it counts pieces */
export function quantityText(quantity: string, language: string, unit: string | null = null): string {
  const number = Number(quantity).toLocaleString(language, { maximumFractionDigits: 3 });
  return unit === null ? number : `${number}\u00a0${unit}`;
}
