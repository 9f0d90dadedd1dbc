import { type Element, lineHeightOf, type Paper, type TextStyle } from '../../providers/pdf/paper.ts';
import { drawLines, layOut, naturalWidth, type RichText, type Span } from '../../providers/pdf/rich-text.ts';
import { content, margin } from '../letters/letter-pdf.ts';
import { ink } from '../tenant/brand.ts';
import type { Cell, TableBlock } from './declaration-blocks.ts';
import { type Ground, leftOf } from './declaration-ground.ts';

const hairline = '#c9d2da';
const shade = '#f1f4f6';
const style: TextStyle = { size: 9.5, colour: ink, leading: 1.4 };
const padding = { inline: 6, block: 4 };
const narrowest = 34;

/** A cell in its column. */
interface Placed extends Cell {
  column: number;
}

/** A cell with its lines, and the number of lines that are drawn. */
interface Laid extends Placed {
  rich: RichText;
  x: number;
  width: number;
  drawn: number;
}

/**
 * Draws a table in the page's whole width. A row that does not fit starts on the next sheet; a longer one continues
 * there.
 */
export function drawTable(ground: Ground, { rows }: TableBlock): void {
  const { paper, page, parent } = ground;
  const placed = placeCells(rows);
  const widths = columnWidths(paper, placed);
  const table = paper.part(parent, 'Table');
  for (const row of placed) {
    const cells = row.map((cell) => layCell(paper, cell, widths));
    const part = paper.part(table, 'TR');
    const parts = cells.map((cell) => paper.part(part, cell.isHeading ? 'TH' : 'TD'));
    const whole = Math.max(0, ...cells.map(({ rich }) => rich.lines.length)) * lineHeight + 2 * padding.block;
    if (page.left < Math.min(whole, 620)) page.nextSheet();
    do {
      page.y += drawRow(ground, cells, parts, { y: page.y, room: page.left });
      if (cells.some(isUnfinished)) page.nextSheet();
    } while (cells.some(isUnfinished));
  }
  page.y += 12;
}

const lineHeight = lineHeightOf(style);
const isUnfinished = ({ drawn, rich }: Laid) => drawn < rich.lines.length;

/** Draws as many lines of a row as fit, and returns their height. */
function drawRow(
  ground: Ground,
  cells: Laid[],
  parts: readonly Element[],
  { y, room }: { y: number; room: number },
): number {
  const { paper } = ground;
  const fitting = Math.max(1, Math.floor((room - 2 * padding.block) / lineHeight));
  const most = Math.max(1, ...cells.map(({ rich, drawn }) => Math.min(fitting, rich.lines.length - drawn)));
  const height = most * lineHeight + 2 * padding.block;
  paper.decorate((pdf) => {
    for (const { x, width, isHeading } of cells) {
      const left = leftOf(ground, margin + x, width);
      pdf.lineWidth(0.6).rect(left, y, width, height);
      if (isHeading) pdf.fillAndStroke(shade, hairline);
      else pdf.stroke(hairline);
    }
  });
  cells.forEach((cell, index) => {
    const part = parts[index];
    const to = Math.min(cell.rich.lines.length, cell.drawn + most);
    if (!part || to === cell.drawn) return;
    const width = cell.width - 2 * padding.inline;
    const left = leftOf(ground, margin + cell.x + padding.inline, width);
    const isEnd = ground.isMirrored && !cell.rich.isRightToLeft;
    paper.piece(part, cell.isHeading ? 'TH' : 'TD', () =>
      drawLines(paper, cell.rich, { from: cell.drawn, to }, { left, y: y + padding.block, width, isEnd }),
    );
    cell.drawn = to;
  });
  return height;
}

function layCell(paper: Paper, cell: Placed, widths: readonly number[]): Laid {
  const sum = (from: number, to: number) => widths.slice(from, to).reduce((all, width) => all + width, 0);
  const x = sum(0, cell.column);
  const width = sum(cell.column, cell.column + cell.columns);
  return { ...cell, x, width, rich: layOut(paper, spansOf(cell), width - 2 * padding.inline, style), drawn: 0 };
}

const spansOf = ({ spans, isHeading }: Cell): Span[] =>
  isHeading ? spans.map(({ text, look }) => ({ text, look: { ...look, isStrong: true } })) : spans;

/** Puts each cell in its column, past cells that reach down from rows above. */
function placeCells(rows: readonly Cell[][]): Placed[][] {
  const reaching: number[] = [];
  const placed = rows.map((row) => {
    let column = 0;
    const cells = row.map((cell) => {
      while ((reaching[column] ?? 0) > 0) column += 1;
      const at = { ...cell, column };
      for (let next = column; next < column + cell.columns; next += 1) reaching[next] = cell.rows;
      column += cell.columns;
      return at;
    });
    reaching.forEach((count, index) => {
      reaching[index] = Math.max(0, count - 1);
    });
    return cells;
  });
  return placed;
}

/** Returns the columns' widths by their texts, so that no column takes all the space. */
function columnWidths(paper: Paper, rows: readonly Placed[][]): number[] {
  const count = Math.max(1, ...rows.flatMap((row) => row.map(({ column, columns }) => column + columns)));
  const wished = Array.from({ length: count }, () => narrowest);
  for (const cell of rows.flat()) {
    if (cell.columns > 1) continue;
    const width = naturalWidth(paper, spansOf(cell), style) + 2 * padding.inline + 1;
    wished[cell.column] = Math.max(wished[cell.column] ?? 0, Math.min(width, content * 0.6));
  }
  const sum = wished.reduce((all, width) => all + width, 0);
  return wished.map((width) => (width * content) / sum);
}
