import type { Element, Nodes, Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { parseFragment } from 'parse5';
import type { Look, Span } from '../../providers/pdf/rich-text.ts';

/** What stands below each other in a document. Indents count steps. */
export type Block = TextBlock | PictureBlock | TableBlock | { kind: 'rule' };

export interface TextBlock {
  kind: 'text';
  tag: 'H1' | 'H2' | 'H3' | 'H4' | 'H5' | 'H6' | 'P';
  spans: Span[];
  indent: number;
  /** Of a list's item, such as `2.` */
  marker: string | null;
  isQuoted: boolean;
}

export interface PictureBlock {
  kind: 'picture';
  /** `image/png` and so on. */
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

/** A cleaned declaration as blocks, in the order in which it is read. */
export function declarationBlocks(html: string): Block[] {
  const reader = new Reader();
  reader.read(fromParse5(parseFragment(html)), { look: {}, indent: 0, isQuoted: false, isPre: false });
  reader.end();
  return reader.blocks;
}

/** What elements around a text say of it. */
interface Around {
  look: Look;
  indent: number;
  isQuoted: boolean;
  isPre: boolean;
}

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
const bullet = '•';

class Reader {
  readonly blocks: Block[] = [];
  #spans: Span[] = [];
  #open: Omit<TextBlock, 'spans'> = plain();

  read(node: Nodes, around: Around): void {
    if (node.type === 'text') this.#text(node.value, around);
    else if (node.type === 'element') this.#element(node, around);
    else if ('children' in node) this.#children(node, around);
  }

  /** Ends what stands open. */
  end(next: Omit<TextBlock, 'spans'> = plain()): void {
    const spans = trimmed(this.#spans);
    if (spans.length > 0) this.blocks.push({ ...this.#open, spans });
    // An item keeps its mark for the first of what is in it.
    else if (this.#open.marker !== null && next.marker === null) next = { ...next, marker: this.#open.marker };
    this.#spans = [];
    this.#open = next;
  }

  #element(element: Element, around: Around): void {
    const { tagName } = element;
    const look = looks[tagName];
    if (tagName === 'br') this.#spans.push({ text: '\n', look: around.look });
    else if (tagName === 'hr') this.#alone({ kind: 'rule' }, around);
    else if (tagName === 'img') this.#alone(pictureOf(element, around.indent), around);
    else if (tagName === 'table') this.#table(element, around);
    else if (tagName === 'ul' || tagName === 'ol') this.#list(element, around);
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
      this.#spans.push({ text: value.replace(/\r\n?/g, '\n').replaceAll('\t', '    '), look });
      return;
    }
    const before = this.#spans.at(-1)?.text ?? '\n';
    const flowing = value.replace(/[ \t\r\n\f]+/g, ' ');
    const text = /[ \n]$/.test(before) ? flowing.replace(/^ /, '') : flowing;
    if (text !== '') this.#spans.push({ text, look });
  }

  /** On paper nobody can press a link: where it leads is written after it. */
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
    this.end({ ...plain(), indent: inside.indent, isQuoted: inside.isQuoted });
    this.#children(element, inside);
    this.end({ ...plain(), indent: around.indent, isQuoted: around.isQuoted });
  }

  #heading(element: Element, around: Around): void {
    const tag = element.tagName.toUpperCase() as TextBlock['tag'];
    this.end({ ...plain(), tag, indent: around.indent, isQuoted: around.isQuoted });
    this.#children(element, around);
    this.end({ ...plain(), indent: around.indent, isQuoted: around.isQuoted });
  }

  #list(list: Element, around: Around): void {
    const { indent, isQuoted } = around;
    let number = Number(list.properties.start ?? 1);
    for (const child of list.children) {
      if (child.type !== 'element') continue;
      const marker = list.tagName === 'ol' ? `${number}.` : bullet;
      this.end({ ...plain(), indent: indent + 1, isQuoted, marker });
      this.#children(child, { ...around, indent: indent + 1 });
      number += 1;
    }
    this.end({ ...plain(), indent, isQuoted });
  }

  #alone(block: Block, { indent, isQuoted }: Around): void {
    this.end({ ...plain(), indent, isQuoted });
    this.blocks.push(block);
  }

  #table(table: Element, around: Around): void {
    this.end({ ...plain(), indent: around.indent, isQuoted: around.isQuoted });
    const rows: Cell[][] = [];
    const pictures: Block[] = [];
    for (const row of rowsOf(table)) {
      const cells = row.children.filter((child): child is Element => child.type === 'element');
      rows.push(cells.map((cell) => this.#cell(cell, pictures)));
    }
    for (const child of table.children)
      if (child.type === 'element' && child.tagName === 'caption') this.#element(child, around);
    if (rows.length > 0) this.blocks.push({ kind: 'table', rows });
    this.blocks.push(...pictures);
  }

  /** Whatever is in a cell becomes lines of it; its pictures follow the table. */
  #cell(cell: Element, pictures: Block[]): Cell {
    const inner = new Reader();
    inner.#children(cell, { look: {}, indent: 0, isQuoted: false, isPre: false });
    inner.end();
    const spans: Span[] = [];
    for (const block of inner.blocks) {
      if (block.kind === 'picture') pictures.push(block);
      const lines = linesOf(block);
      if (lines.length > 0) spans.push(...(spans.length > 0 ? [{ text: '\n', look: {} }] : []), ...lines);
    }
    const { colSpan = 1, rowSpan = 1 } = cell.properties;
    return { spans, isHeading: cell.tagName === 'th', columns: Number(colSpan) || 1, rows: Number(rowSpan) || 1 };
  }
}

const plain = (): Omit<TextBlock, 'spans'> => ({ kind: 'text', tag: 'P', indent: 0, marker: null, isQuoted: false });

/** Rows of a table, but not those of tables within it. */
function rowsOf(node: Element): Element[] {
  return node.children.flatMap((child) => {
    if (child.type !== 'element' || child.tagName === 'table') return [];
    return child.tagName === 'tr' ? [child] : rowsOf(child);
  });
}

function linesOf(block: Block): Span[] {
  if (block.kind === 'text')
    return [...(block.marker === null ? [] : [{ text: `${block.marker} `, look: {} }]), ...block.spans];
  if (block.kind !== 'table') return [];
  return block.rows.flatMap((row, index) => [
    ...(index > 0 ? [{ text: '\n', look: {} }] : []),
    ...row.flatMap(({ spans }, column) => [...(column > 0 ? [{ text: '  ', look: {} }] : []), ...spans]),
  ]);
}

function pictureOf({ properties: { src, alt } }: Element, indent: number): PictureBlock {
  const [, type = '', base64 = ''] = /^data:([^;]+);base64,(.*)$/s.exec(String(src)) ?? [];
  return { kind: 'picture', type, content: Buffer.from(base64, 'base64'), alt: String(alt ?? ''), indent };
}

/** Without what is white at both ends; empty where nothing else is there. */
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
