/** A part of a text with one look. `\n` ends a line. */
export interface Span {
  text: string;
  look: Look;
}

/** The look of letters that differ from those around them. */
export interface Look {
  isStrong?: boolean;
  isOblique?: boolean;
  isUnderlined?: boolean;
  isStruck?: boolean;
  rise?: 'up' | 'down';
  isSmall?: boolean;
}

/** A part of a document that stands on its own lines. Indents are counted in steps. */
export type Block = TextBlock | PictureBlock | TableBlock | ListBlock | { kind: 'rule' };

export interface TextBlock {
  kind: 'text';
  tag: 'H1' | 'H2' | 'H3' | 'H4' | 'H5' | 'H6' | 'P';
  spans: Span[];
  indent: number;
  isQuoted: boolean;
}

export interface ListBlock {
  kind: 'list';
  isNumbered: boolean;
  /** The indent of the items. */
  indent: number;
  items: ListItem[];
}

export interface ListItem {
  /** The item's own number, if the list has numbers. */
  number: number;
  blocks: Block[];
}

export interface PictureBlock {
  kind: 'picture';
  /** The media type, such as `image/png`. */
  type: string;
  content: Buffer;
  alt: string;
  indent: number;
}

export interface TableBlock {
  kind: 'table';
  rows: Cell[][];
}

export interface Cell {
  spans: Span[];
  isHeading: boolean;
  columns: number;
  rows: number;
}

/** Returns the pictures of the blocks, those in lists too. */
export function picturesIn(blocks: readonly Block[]): PictureBlock[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'list') return block.items.flatMap((item) => picturesIn(item.blocks));
    return block.kind === 'picture' ? [block] : [];
  });
}

/** Returns the blocks' texts as lines, for a cell. */
export const linesOf = (blocks: readonly Block[]): Span[] =>
  joined(
    blocks.map(spansOf).filter((spans) => spans.length > 0),
    '\n',
  );

function spansOf(block: Block): Span[] {
  if (block.kind === 'text') return block.spans;
  if (block.kind === 'list')
    return joined(
      block.items.map(({ number, blocks }) => [
        { text: block.isNumbered ? `${number}. ` : '• ', look: {} },
        ...linesOf(blocks),
      ]),
      '\n',
    );
  if (block.kind !== 'table') return [];
  return joined(
    block.rows.map((row) =>
      joined(
        row.map(({ spans }) => spans),
        '  ',
      ),
    ),
    '\n',
  );
}

const joined = (parts: readonly Span[][], between: string): Span[] =>
  parts.flatMap((part, index) => (index > 0 ? [{ text: between, look: {} }, ...part] : part));
