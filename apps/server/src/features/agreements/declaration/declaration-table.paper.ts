import type { Cell, TableBlock } from './declaration-blocks.rules.ts';
import { spansData } from './declaration-spans.paper.ts';

/** A cell in its column and row. */
interface Placed extends Cell {
  x: number;
  y: number;
}

/** In points. */
const narrowest = 34;
const padding = 13;
const widthOfLetter = 5.2;
/** The number of columns that fit on a sheet. The texts of further columns go into the last one. */
const mostColumns = 14;
/** The number of letters above which a cell's rows may be split. Other rows go to the next sheet as a whole. */
const longText = 600;

/** Makes the data of a table for papers/declaration.typ: its cells in their places, and columns that fill the page. */
export function tableData({ rows }: TableBlock, width: number, missing: ReadonlySet<string>) {
  const cells = placeCells(rows);
  const widths = columnWidths(cells, width);
  const longRows = new Set(cells.filter((cell) => lengthOf(cell) > longText || cell.rows > 1).flatMap(rowsOf));
  const headingRows = rows.findIndex((row) => row.some(({ isHeading }) => !isHeading));
  return {
    widths,
    headings: wholeHeadings(cells, headingRows < 0 ? 1 : headingRows),
    cells: cells.map((cell) => ({
      ...cell,
      ...spansData(cell.spans, missing),
      isBreakable: rowsOf(cell).some((row) => longRows.has(row)),
      longest: lettersIn(widths.slice(cell.x, cell.x + cell.columns)),
    })),
  };
}

/** Returns the rows that a cell reaches over. */
const rowsOf = ({ y, rows }: Placed): number[] => Array.from({ length: rows }, (_, below) => y + below);
const lengthOf = ({ spans }: Cell) => spans.reduce((sum, { text }) => sum + text.length, 0);
/** Returns the number of letters above which a word is broken. */
const lettersIn = (widths: readonly number[]) =>
  Math.max(4, Math.floor((widths.reduce((sum, width) => sum + width, 0) - padding) / (widthOfLetter * 1.25)));

/** Returns the number of rows at the top that hold only headings; 0 if one of their cells reaches below. */
const wholeHeadings = (cells: readonly Placed[], rows: number): number =>
  cells.some(({ y, rows: reach }) => y < rows && y + reach > rows) ? 0 : rows;

/** Puts each cell into the first free place: beside the cells that reach down from above, and no wider than the gap. */
function placeCells(rows: readonly Cell[][]): Placed[] {
  const taken = new Set<string>();
  const isFree = (x: number, y: number) => x < mostColumns && !taken.has(`${x} ${y}`);
  const placed: Placed[] = [];
  for (const [y, row] of rows.entries()) {
    for (const cell of row) {
      const x = Array.from({ length: mostColumns }, (_, column) => column).find((column) => isFree(column, y));
      const last = placed.at(-1);
      if (x === undefined) {
        last?.spans.push({ text: '\n', look: {} }, ...cell.spans);
        continue;
      }
      let columns = 1;
      while (columns < cell.columns && isFree(x + columns, y)) columns += 1;
      const reach = Math.min(cell.rows, rows.length - y);
      for (let column = x; column < x + columns; column += 1)
        for (let below = y; below < y + reach; below += 1) taken.add(`${column} ${below}`);
      placed.push({ ...cell, spans: [...cell.spans], x, y, columns, rows: reach });
    }
  }
  return placed;
}

/** Gives each column the width that its texts need, and leaves room for the others. */
function columnWidths(cells: readonly Placed[], width: number): number[] {
  const count = Math.max(1, ...cells.map(({ x, columns }) => x + columns));
  const widths = Array.from({ length: count }, () => narrowest);
  for (const cell of cells) {
    if (cell.columns > 1) continue;
    const lines = cell.spans
      .map(({ text }) => text)
      .join('')
      .split('\n');
    const wide = Math.max(...lines.map((line) => line.length)) * widthOfLetter + padding;
    widths[cell.x] = Math.max(widths[cell.x] ?? 0, Math.min(wide, width * 0.6));
  }
  const sum = widths.reduce((all, one) => all + one, 0);
  return widths.map((one) => Math.round((one * width * 10) / sum) / 10);
}
