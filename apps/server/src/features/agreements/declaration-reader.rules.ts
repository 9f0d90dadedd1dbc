import type { Element, Nodes, Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { parseFragment } from 'parse5';
import {
  type Block,
  type Cell,
  linesOf,
  type ListBlock,
  type ListItem,
  type Look,
  type PictureBlock,
  picturesIn,
  type Span,
  type TextBlock,
} from './declaration-blocks.rules.ts';

/** Reads a cleaned declaration as blocks, in reading order. */
export const declarationBlocks = (html: string): Block[] => blocksIn(fromParse5(parseFragment(html)), nothing);

function blocksIn(node: Nodes, around: Around): Block[] {
  const reader = new Reader(around);
  reader.read(node, around);
  reader.end(around);
  return reader.blocks;
}

/** The properties that a text has from the elements around it. */
interface Around {
  look: Look;
  indent: number;
  isQuoted: boolean;
  isPre: boolean;
}

const nothing: Around = { look: {}, indent: 0, isQuoted: false, isPre: false };

const looks: Readonly<Record<string, Look>> = {
  b: { isStrong: true },
  strong: { isStrong: true },
  i: { isOblique: true },
  em: { isOblique: true },
  u: { isUnderlined: true },
  ins: { isUnderlined: true },
  s: { isStruck: true },
  del: { isStruck: true },
  sub: { rise: 'down' },
  sup: { rise: 'up' },
  small: { isSmall: true },
  a: { isUnderlined: true },
};

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const standAlone = new Set(['p', 'div', 'blockquote', 'pre', 'dl', 'dt', 'dd', 'caption']);

class Reader {
  readonly blocks: Block[] = [];
  #spans: Span[] = [];
  #open: Omit<TextBlock, 'spans'>;

  constructor(around: Around) {
    this.#open = paragraphIn(around);
  }

  /** Adds the content of a node, or an element itself. */
  read(node: Nodes, around: Around): void {
    if (node.type === 'text') this.#text(node.value, around);
    else if (node.type === 'element') this.#element(node, around);
    else if ('children' in node) this.#children(node, around);
  }

  /** Ends the open text. The next one is a paragraph. */
  end(around: Around, tag: TextBlock['tag'] = 'P'): void {
    const spans = trimmed(this.#spans);
    if (spans.length > 0) this.blocks.push({ ...this.#open, spans });
    this.#spans = [];
    this.#open = { ...paragraphIn(around), tag };
  }

  #element(element: Element, around: Around): void {
    const { tagName } = element;
    const look = looks[tagName];
    if (tagName === 'br') this.#spans.push({ text: '\n', look: around.look });
    else if (tagName === 'hr') this.#alone({ kind: 'rule' }, around);
    else if (tagName === 'img') this.#alone(pictureOf(element, around.indent), around);
    else if (tagName === 'table') this.#table(element, around);
    else if (tagName === 'ul' || tagName === 'ol') this.#alone(listOf(element, around), around);
    else if (headings.has(tagName)) this.#heading(element, around);
    else if (standAlone.has(tagName)) this.#block(element, around);
    else this.#children(element, look ? { ...around, look: { ...around.look, ...look } } : around);
    if (tagName === 'a') this.#address(element, around);
  }

  #children(node: Element | Root, around: Around): void {
    for (const child of node.children) this.read(child, around);
  }

  #text(value: string, { look, isPre }: Around): void {
    if (isPre) {
      const lines = value.replace(/\r\n?/g, '\n').replaceAll('\t', '    ');
      this.#spans.push({ text: lines.replace(/ (?= )|(?<=^|\n| ) /g, '\u00a0'), look });
      return;
    }
    const before = this.#spans.at(-1)?.text ?? '\n';
    const flowing = value.replace(/[ \t\r\n\f]+/g, ' ');
    const text = /[ \n]$/.test(before) ? flowing.replace(/^ /, '') : flowing;
    if (text !== '') this.#spans.push({ text, look });
  }

  /** Writes a link's address after it, because a link on paper can't be pressed. */
  #address({ properties: { href } }: Element, { look }: Around): void {
    if (typeof href !== 'string') return;
    const written = href.replace(/^mailto:/i, '');
    const said = this.#spans.map(({ text }) => text).join('');
    if (!said.endsWith(written)) this.#spans.push({ text: ` (${written})`, look });
  }

  #block(element: Element, around: Around): void {
    const { tagName } = element;
    const inside: Around = {
      look: tagName === 'dt' || tagName === 'caption' ? { ...around.look, isStrong: true } : around.look,
      indent: around.indent + (tagName === 'blockquote' || tagName === 'dd' ? 1 : 0),
      isQuoted: around.isQuoted || tagName === 'blockquote',
      isPre: around.isPre || tagName === 'pre',
    };
    this.end(inside);
    this.#children(element, inside);
    this.end(around);
  }

  #heading(element: Element, around: Around): void {
    this.end(around, element.tagName.toUpperCase() as TextBlock['tag']);
    this.#children(element, around);
    this.end(around);
  }

  #alone(block: Block, around: Around): void {
    this.end(around);
    this.blocks.push(block);
  }

  #table(table: Element, around: Around): void {
    this.end(around);
    const rows = rowsOf(table).map((row) => elementsIn(row).map((cell) => ({ cell, blocks: blocksIn(cell, nothing) })));
    for (const child of elementsIn(table)) if (child.tagName === 'caption') this.#element(child, around);
    if (rows.length > 0)
      this.blocks.push({ kind: 'table', rows: rows.map((row) => row.map(({ cell, blocks }) => cellOf(cell, blocks))) });
    // A cell has no space for pictures, so they follow the table.
    this.blocks.push(...rows.flat().flatMap(({ blocks }) => picturesIn(blocks)));
  }
}

const paragraphIn = ({ indent, isQuoted }: Around): Omit<TextBlock, 'spans'> => ({
  kind: 'text',
  tag: 'P',
  indent,
  isQuoted,
});

function listOf(list: Element, around: Around): ListBlock {
  const isNumbered = list.tagName === 'ol';
  const inside = { ...around, indent: around.indent + 1 };
  const items: ListItem[] = [];
  let number = Number(list.properties.start ?? 1);
  for (const child of list.children) {
    const blocks = blocksIn(child, inside);
    const isItem = child.type === 'element' && child.tagName === 'li';
    if (isItem) items.push({ number: number++, blocks });
    // Content between items, such as a list outside of any item, belongs to the item before it.
    else if (blocks.length > 0) (items.at(-1) ?? firstOf(items, number)).blocks.push(...blocks);
  }
  return { kind: 'list', isNumbered, indent: inside.indent, items };
}

function firstOf(items: ListItem[], number: number): ListItem {
  const item: ListItem = { number, blocks: [] };
  items.push(item);
  return item;
}

/** Turns everything in a cell into lines. */
function cellOf(cell: Element, blocks: readonly Block[]): Cell {
  const { colSpan = 1, rowSpan = 1 } = cell.properties;
  return {
    spans: linesOf(blocks),
    isHeading: cell.tagName === 'th',
    columns: Number(colSpan) || 1,
    rows: Number(rowSpan) || 1,
  };
}

const elementsIn = (node: Element): Element[] =>
  node.children.filter((child): child is Element => child.type === 'element');

/** Returns the rows of a table, without those of tables inside it. */
function rowsOf(node: Element): Element[] {
  return node.children.flatMap((child) => {
    if (child.type !== 'element' || child.tagName === 'table') return [];
    return child.tagName === 'tr' ? [child] : rowsOf(child);
  });
}

function pictureOf({ properties: { src, alt } }: Element, indent: number): PictureBlock {
  const [, type = '', base64 = ''] = /^data:([^;]+);base64,(.*)$/s.exec(String(src)) ?? [];
  return { kind: 'picture', type, content: Buffer.from(base64, 'base64'), alt: String(alt ?? ''), indent };
}

/** Removes white space at both ends. Empty if nothing is left. */
function trimmed(spans: readonly Span[]): Span[] {
  const kept = spans.map((span) => ({ ...span }));
  while (kept[0] && (kept[0].text = kept[0].text.replace(/^[ \n]+/, '')) === '') kept.shift();
  for (let last = kept.at(-1); last; last = kept.at(-1)) {
    last.text = last.text.replace(/[ \n]+$/, '');
    if (last.text !== '') break;
    kept.pop();
  }
  return kept;
}
