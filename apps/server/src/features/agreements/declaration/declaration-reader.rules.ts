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

function blocksIn(node: Nodes, inherited: Inherited): Block[] {
  const reader = new Reader(inherited);
  reader.read(node, inherited);
  reader.end(inherited);
  return reader.blocks;
}

/** The properties that a text has from the elements around it. */
interface Inherited {
  look: Look;
  indent: number;
  isQuoted: boolean;
  isPre: boolean;
}

const nothing: Inherited = { look: {}, indent: 0, isQuoted: false, isPre: false };

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

  constructor(inherited: Inherited) {
    this.#open = paragraphIn(inherited);
  }

  /** Adds the content of a node, or an element itself. */
  read(node: Nodes, inherited: Inherited): void {
    if (node.type === 'text') this.#text(node.value, inherited);
    else if (node.type === 'element') this.#element(node, inherited);
    else if ('children' in node) this.#children(node, inherited);
  }

  /** Ends the open text. The next one is a paragraph. */
  end(inherited: Inherited, tag: TextBlock['tag'] = 'P'): void {
    const spans = trimmed(this.#spans);
    if (spans.length > 0) this.blocks.push({ ...this.#open, spans });
    this.#spans = [];
    this.#open = { ...paragraphIn(inherited), tag };
  }

  #element(element: Element, inherited: Inherited): void {
    const { tagName } = element;
    const look = looks[tagName];
    if (tagName === 'br') this.#spans.push({ text: '\n', look: inherited.look });
    else if (tagName === 'hr') this.#alone({ kind: 'rule' }, inherited);
    else if (tagName === 'img') this.#alone(pictureOf(element, inherited.indent), inherited);
    else if (tagName === 'table') this.#table(element, inherited);
    else if (tagName === 'ul' || tagName === 'ol') this.#alone(listOf(element, inherited), inherited);
    else if (headings.has(tagName)) this.#heading(element, inherited);
    else if (standAlone.has(tagName)) this.#block(element, inherited);
    else this.#children(element, look ? { ...inherited, look: { ...inherited.look, ...look } } : inherited);
    if (tagName === 'a') this.#address(element, inherited);
  }

  #children(node: Element | Root, inherited: Inherited): void {
    for (const child of node.children) this.read(child, inherited);
  }

  #text(value: string, { look, isPre }: Inherited): void {
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
  #address({ properties: { href } }: Element, { look }: Inherited): void {
    if (typeof href !== 'string') return;
    const written = href.replace(/^mailto:/i, '');
    const said = this.#spans.map(({ text }) => text).join('');
    if (!said.endsWith(written)) this.#spans.push({ text: ` (${written})`, look });
  }

  #block(element: Element, inherited: Inherited): void {
    const { tagName } = element;
    const inside: Inherited = {
      look: tagName === 'dt' || tagName === 'caption' ? { ...inherited.look, isStrong: true } : inherited.look,
      indent: inherited.indent + (tagName === 'blockquote' || tagName === 'dd' ? 1 : 0),
      isQuoted: inherited.isQuoted || tagName === 'blockquote',
      isPre: inherited.isPre || tagName === 'pre',
    };
    this.end(inside);
    this.#children(element, inside);
    this.end(inherited);
  }

  #heading(element: Element, inherited: Inherited): void {
    this.end(inherited, element.tagName.toUpperCase() as TextBlock['tag']);
    this.#children(element, inherited);
    this.end(inherited);
  }

  #alone(block: Block, inherited: Inherited): void {
    this.end(inherited);
    this.blocks.push(block);
  }

  #table(table: Element, inherited: Inherited): void {
    this.end(inherited);
    const rows = rowsOf(table).map((row) => elementsIn(row).map((cell) => ({ cell, blocks: blocksIn(cell, nothing) })));
    for (const child of elementsIn(table)) if (child.tagName === 'caption') this.#element(child, inherited);
    if (rows.length > 0)
      this.blocks.push({ kind: 'table', rows: rows.map((row) => row.map(({ cell, blocks }) => cellOf(cell, blocks))) });
    // A cell has no space for pictures, so they follow the table.
    this.blocks.push(...rows.flat().flatMap(({ blocks }) => picturesIn(blocks)));
  }
}

const paragraphIn = ({ indent, isQuoted }: Inherited): Omit<TextBlock, 'spans'> => ({
  kind: 'text',
  tag: 'P',
  indent,
  isQuoted,
});

function listOf(list: Element, inherited: Inherited): ListBlock {
  const isNumbered = list.tagName === 'ol';
  const inside = { ...inherited, indent: inherited.indent + 1 };
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

/** DANGER: without its first part the pattern would try each blank of a long run, and read up to its end each time. */
const endingBlanks = /(?<![ \n])[ \n]+$/;

/** Removes white space at both ends. Empty if nothing is left. */
function trimmed(spans: readonly Span[]): Span[] {
  const kept = spans.map((span) => ({ ...span }));
  while (kept[0] && (kept[0].text = kept[0].text.replace(/^[ \n]+/, '')) === '') kept.shift();
  for (let last = kept.at(-1); last; last = kept.at(-1)) {
    last.text = last.text.replace(endingBlanks, '');
    if (last.text !== '') break;
    kept.pop();
  }
  return kept;
}
