import { type Element, lineHeightOf, type Paper, type TextStyle } from '../../providers/pdf/paper.ts';
import { readPng, UnreadablePng } from '../../providers/pdf/png.ts';
import { drawLines, layOut, type RichText, type Span } from '../../providers/pdf/rich-text.ts';
import { content, margin } from '../letters/letter-pdf.ts';
import { ink } from '../tenant/brand.ts';
import type { Block, ListBlock, PictureBlock, TextBlock } from './declaration-blocks.ts';
import { type Ground, leftOf } from './declaration-ground.ts';
import { drawTable } from './declaration-table.ts';

const hairline = '#c9d2da';
const step = 18;
const insetOf = (indent: number) => Math.min(indent, 8) * step;

const styles: Record<TextBlock['tag'], TextStyle & { before: number; after: number }> = {
  H1: { size: 17, colour: ink, weight: 'strong', leading: 1.3, before: 14, after: 6 },
  H2: { size: 14, colour: ink, weight: 'strong', leading: 1.3, before: 12, after: 5 },
  H3: { size: 12, colour: ink, weight: 'strong', leading: 1.35, before: 10, after: 4 },
  H4: { size: 11, colour: ink, weight: 'strong', before: 8, after: 3 },
  H5: { size: 10.5, colour: ink, weight: 'strong', before: 8, after: 3 },
  H6: { size: 10.5, colour: ink, weight: 'strong', before: 8, after: 3 },
  P: { size: 10.5, colour: ink, leading: 1.45, before: 0, after: 7 },
};

/** Larger than any picture that is worth printing. */
const largestPicture = { width: 5_000, height: 5_000 };

/** Draws a document's blocks below each other, on as many sheets as they need. */
export function drawBlocks(ground: Ground, blocks: readonly Block[]): void {
  blocks.forEach((block) => {
    if (block.kind === 'text') drawText(ground, block);
    else if (block.kind === 'list') drawList(ground, block);
    else if (block.kind === 'picture') drawPicture(ground, block);
    else if (block.kind === 'table') drawTable(ground, block);
    else drawRule(ground);
  });
}

/** Draws a paragraph in the size of the text. */
export function drawParagraph(ground: Ground, spans: Span[], tag: TextBlock['tag'] = 'P'): void {
  drawText(ground, { kind: 'text', tag, spans, indent: 0, isQuoted: false });
}

function drawList(ground: Ground, { isNumbered, indent, items }: ListBlock): void {
  const { paper, parent } = ground;
  const list = paper.list(parent, { isNumbered });
  for (const { marker, blocks } of items) {
    const item = paper.part(list, 'LI');
    const label: Label | null = marker === '' ? null : { marker, part: paper.part(item, 'Lbl') };
    const body = { ...ground, parent: paper.part(item, 'LBody') };
    const [first, ...rest] = blocks;
    if (first?.kind === 'text') {
      drawText(body, first, label);
      drawBlocks(body, rest);
    } else {
      if (label) drawLabelAlone(ground, label, indent);
      drawBlocks(body, blocks);
    }
  }
}

/** The marker of a list item. */
interface Label {
  marker: string;
  part: Element;
}

/** Draws the label of an item without a text at its start, on a line of its own. */
function drawLabelAlone(ground: Ground, label: Label, indent: number): void {
  const { page } = ground;
  const height = lineHeightOf(styles.P);
  if (page.left < height) page.nextSheet();
  drawLabel(ground, label, { inset: insetOf(indent), y: page.y }, styles.P);
  page.y += height;
}

/** Draws a block of text. @param label stands before the first line */
function drawText(ground: Ground, block: TextBlock, label: Label | null = null): void {
  const { paper, page } = ground;
  const { before, after, ...style } = styles[block.tag];
  const inset = insetOf(block.indent);
  const width = content - inset;
  const rich = layOut(paper, block.spans, width, style);
  page.y += before;
  // A heading stays with its text, and a paragraph's first line with its second.
  const together =
    block.tag === 'P' ? Math.min(2, rich.lines.length) * rich.height : rich.lines.length * rich.height + 40;
  if (page.left < together) page.nextSheet();
  if (label) drawLabel(ground, label, { inset, y: page.y }, style);
  drawAllLines(ground, block, rich, { inset, width });
  page.y += after;
}

/** Draws all lines, on further sheets if needed. */
function drawAllLines(
  ground: Ground,
  { tag, isQuoted }: TextBlock,
  rich: RichText,
  { inset, width }: { inset: number; width: number },
): void {
  const { paper, page, parent } = ground;
  const part = paper.part(parent, tag);
  let from = 0;
  while (from < rich.lines.length) {
    const fitting = Math.max(1, Math.floor(page.left / rich.height));
    const to = Math.min(rich.lines.length, from + fitting);
    paper.piece(part, tag, () => drawPart(ground, rich, { from, to }, { inset, width, y: page.y }));
    const height = (to - from) * rich.height;
    if (isQuoted) drawBar(ground, { inset, y: page.y, height });
    page.y += height;
    from = to;
    if (from < rich.lines.length) page.nextSheet();
  }
}

function drawPart(
  ground: Ground,
  rich: RichText,
  lines: { from: number; to: number },
  { inset, width, y }: { inset: number; width: number; y: number },
): void {
  const isEnd = ground.isMirrored && !rich.isRightToLeft;
  drawLines(ground.paper, rich, lines, { left: leftOf(ground, margin + inset, width), y, width, isEnd });
}

/** Draws a label in the space that the indent leaves. */
function drawLabel(
  ground: Ground,
  { marker, part }: Label,
  { inset, y }: { inset: number; y: number },
  style: TextStyle,
): void {
  const { paper, isMirrored } = ground;
  const width = step - 5;
  const rich = layOut(paper, [{ text: marker, look: {} }], Number.POSITIVE_INFINITY, style);
  const left = leftOf(ground, margin + inset - step, width);
  paper.piece(part, 'Lbl', () => drawLines(paper, rich, { from: 0, to: 1 }, { left, y, width, isEnd: !isMirrored }));
}

function drawBar(ground: Ground, { inset, y, height }: { inset: number; y: number; height: number }): void {
  const left = leftOf(ground, margin + inset - 12, 2);
  ground.paper.decorate((pdf) => pdf.rect(left, y, 2, height).fill(hairline));
}

function drawRule({ paper, page }: Ground): void {
  if (page.left < 20) page.nextSheet();
  paper.decorate((pdf) => pdf.rect(margin, page.y + 6, content, 0.7).fill(hairline));
  page.y += 16;
}

function drawPicture(ground: Ground, block: PictureBlock): void {
  const { paper, page, parent } = ground;
  const size = sizeOf(paper, block);
  if (!size) {
    drawParagraph(ground, [{ text: ground.pictureText(block.alt), look: { isOblique: true } }]);
    return;
  }
  const inset = insetOf(block.indent);
  const scale = Math.min(0.75, (content - inset) / size.width, 640 / size.height);
  const width = size.width * scale;
  const height = size.height * scale;
  if (page.left < height) page.nextSheet();
  const left = leftOf(ground, margin + inset, width);
  paper.image(parent, block.content, { left, y: page.y, width, height }, block.alt);
  page.y += height + 10;
}

/** Returns a picture's size in pixels; null if it can't be printed. */
function sizeOf(paper: Paper, { type, content: bytes }: PictureBlock): { width: number; height: number } | null {
  try {
    if (type === 'image/png') return readPng(bytes, largestPicture);
    return type === 'image/jpeg' ? paper.sizeOfJpeg(bytes) : null;
  } catch (error) {
    if (error instanceof UnreadablePng) return null;
    throw error;
  }
}
