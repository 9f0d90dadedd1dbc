import { type Box, type Element, Paper, sheet, type TextStyle } from '../../providers/pdf/paper.ts';
import { type Drawing, readSvg, UnsupportedPicture } from '../../providers/pdf/svg.ts';
import { ink } from '../tenant/brand.ts';
import type { AmountRow, AmountTable, Fact, Letter, Sender } from './letter.ts';

const muted = '#51647a';
const hairline = '#dfe5ea';
/** The margins of a sheet at both sides, and the width between them. */
export const margin = 56;
export const content = sheet.width - 2 * margin;
const officeWidth = 190;
/** The lower end of a page's content. The foot has the rest. */
const bottom = sheet.height - 84;

const body: TextStyle = { size: 10.5, colour: ink };
const small: TextStyle = { size: 9, colour: muted };
const strong: TextStyle = { ...body, weight: 'strong' };

const columns: readonly { key: keyof AmountRow; x: number; width: number; align: 'start' | 'end' }[] = [
  { key: 'number', x: 0, width: 70, align: 'start' },
  { key: 'description', x: 82, width: 196, align: 'start' },
  { key: 'boat', x: 290, width: 96, align: 'start' },
  { key: 'amount', x: 390, width: content - 390, align: 'end' },
];

export interface PdfFoot {
  /** Returns the line at the foot of a page, such as `Receipt 42 · page 1 of 2`. */
  line: (page: number, pages: number) => string;
}

/** Draws the letter as a tagged A4 document with the marina's head. The same letter gives the same bytes. */
export async function letterPdf(letter: Letter, sender: Sender, created: Date, foot: PdfFoot): Promise<Buffer> {
  const paper = new Paper({ title: letter.subject, author: sender.name, language: sender.language, created });
  const page = new LetterPage(paper, sender);
  page.head();
  page.opening(letter);
  page.facts(letter.figure ? [letter.figure, ...letter.facts] : letter.facts);
  if (letter.table) page.table(letter.table);
  page.paragraphs(letter.next);
  page.foot(foot);
  return paper.finish();
}

/** Reads a logo that can be printed; null if it can't be, or there is none. */
function drawable(svg: string | null): Drawing | null {
  if (svg === null) return null;
  try {
    return readSvg(svg);
  } catch (error) {
    if (error instanceof UnsupportedPicture) return null;
    throw error;
  }
}

/** A sheet with the marina's head, filled from the top. */
export class LetterPage {
  readonly #paper: Paper;
  readonly #sender: Sender;
  #y = 0;

  constructor(paper: Paper, sender: Sender) {
    this.#paper = paper;
    this.#sender = sender;
  }

  /** The place of the next part. Code that draws on the same paper moves it on. */
  get y(): number {
    return this.#y;
  }
  set y(y: number) {
    this.#y = y;
  }

  /** The height that is left on the sheet. */
  get left(): number {
    return bottom - this.#y;
  }

  nextSheet(): void {
    this.#paper.nextPage();
    this.#y = margin;
  }

  /** Draws the marina's logo under a band of its colour, and the office's details. */
  head(): void {
    const top = 44;
    this.#paper.decorate((pdf) => pdf.rect(0, 0, sheet.width, 10).fill(this.#sender.brand.colour));
    const logo = drawable(this.#sender.logo);
    if (logo) this.#paper.picture(this.#paper.root, logo, { x: margin, y: top, height: 40 }, this.#sender.name);
    else this.#nameplate(top);
    this.#office(top);
    this.#y = top + 80;
  }

  /** Draws a mark of waves and the marina's name, if there is no logo. */
  #nameplate(top: number): void {
    const { brand, name } = this.#sender;
    const size = 34;
    const left = this.#paper.leftOf(margin, size);
    this.#paper.decorate((pdf) => {
      pdf.roundedRect(left, top, size, size, 9).fill(brand.colour);
      pdf.lineWidth(2.2).lineCap('round').strokeColor(brand.onColour);
      for (const wave of [12.5, 18.5, 24.5]) {
        const y = top + wave;
        pdf.moveTo(left + 7.5, y);
        pdf.bezierCurveTo(left + 11, y - 4.5, left + 13.5, y - 4.5, left + 17, y);
        pdf.bezierCurveTo(left + 20.5, y + 4.5, left + 23, y + 4.5, left + 26.5, y).stroke();
      }
    });
    const box = { x: margin + size + 12, y: top + 5, width: content - officeWidth - size - 24 };
    this.#text(this.#paper.root, 'P', name, box, { size: 17, colour: ink, weight: 'strong', leading: 1.2 });
  }

  /** Draws the office's details, at the end of the head. */
  #office(top: number): void {
    const { name, address, telephone, email } = this.#sender.office;
    const box = { x: margin + content - officeWidth, y: top, width: officeWidth };
    const office = this.#paper.part(this.#paper.root, 'Sect');
    for (const [index, line] of [name, ...address, telephone, email].filter(Boolean).entries()) {
      const style: TextStyle = { ...small, align: 'end', ...(index === 0 ? { colour: ink, weight: 'strong' } : {}) };
      box.y += this.#text(office, 'P', line, box, style);
    }
  }

  opening({ heading, lead, notice }: Pick<Letter, 'heading' | 'lead' | 'notice'>): void {
    if (notice !== null) this.#notice(notice);
    this.#flow('H1', heading, { size: 26, colour: ink, weight: 'strong', leading: 1.25 }, 4);
    this.#flow('P', lead, { ...body, size: 11.5 }, 18);
  }

  /** Draws the first fact large, and the others in two columns below it. */
  facts([figure, ...facts]: readonly Fact[]): void {
    const padding = 20;
    const half = (content - 3 * padding) / 2;
    const rows = this.#factRows(facts, half);
    const height = padding * 2 + 58 + rows.reduce((sum, row) => sum + row.height, 0) - 6;
    const top = this.#y;
    this.#paper.decorate((pdf) => {
      pdf.roundedRect(margin, top, content, height, 10).fillOpacity(0.07).fill(this.#sender.brand.colour);
    });
    const section = this.#paper.part(this.#paper.root, 'Sect');
    const x = margin + padding;
    if (figure) {
      this.#text(section, 'P', figure.label, { x, y: top + padding, width: half }, { ...small, size: 9.5 });
      const box = { x, y: top + padding + 13, width: content - 2 * padding };
      this.#text(section, 'P', figure.value, box, { size: 28, colour: ink, weight: 'strong', leading: 1.25 });
    }
    let y = top + padding + 64;
    for (const row of rows) {
      for (const [index, fact] of row.facts.entries()) {
        const left = index === 0 ? x : x + half + padding;
        this.#text(section, 'P', fact.label, { x: left, y, width: half }, small);
        this.#text(section, 'P', fact.value, { x: left, y: y + 13, width: half }, body, fact.spoken);
      }
      y += row.height;
    }
    this.#y = top + height + 30;
  }

  /** Arranges facts in pairs. Each row is as high as the longer of its facts, such as an address, and at least 40. */
  #factRows(facts: readonly Fact[], width: number): { facts: readonly Fact[]; height: number }[] {
    const aLine = this.#paper.heightOf('x', width, body);
    return Array.from({ length: Math.ceil(facts.length / 2) }, (_, place) => {
      const row = facts.slice(place * 2, place * 2 + 2);
      const heights = row.map(({ value }) => this.#paper.heightOf(value, width, body));
      return { facts: row, height: 40 + Math.max(0, ...heights.map((height) => height - aLine)) };
    });
  }

  table({ caption, headings, rows, total }: AmountTable): void {
    this.#room(90);
    this.#flow('H2', caption, { size: 13.5, colour: ink, weight: 'strong' }, 10);
    const table = this.#paper.part(this.#paper.root, 'Table');
    this.#row(table, 'TH', headings, { ...small }, 7);
    for (const row of rows) {
      // Repeats the headings as decoration, because the structure has them once.
      if (this.#room(this.#heightOf(row) + 18)) this.#repeat(headings);
      this.#row(table, 'TD', row, body, 9);
    }
    this.#room(34);
    const sum = { number: total.label, description: '', boat: '', amount: total.amount };
    this.#row(table, 'TD', sum, { ...strong, size: 12 }, 10, false);
    this.#y += 18;
  }

  paragraphs(texts: readonly string[]): void {
    for (const text of texts) {
      this.#room(this.#paper.heightOf(text, content, body) + 8);
      this.#flow('P', text, body, 8);
    }
  }

  foot({ line }: PdfFoot): void {
    this.#paper.eachPage((page, pages) => {
      this.#paper.decorate((pdf) => {
        pdf.rect(margin, sheet.height - 58, content, 0.6).fill(hairline);
      });
      this.#paper.ornament(
        line(page, pages),
        { x: margin, y: sheet.height - 48, width: content },
        { ...small, size: 8.5 },
      );
    });
  }

  #notice(text: string): void {
    const style: TextStyle = { size: 10.5, colour: '#744900', weight: 'strong' };
    const height = this.#paper.heightOf(text, content - 28, style) + 16;
    const top = this.#y;
    this.#paper.decorate((pdf) => {
      pdf.roundedRect(margin, top, content, height, 8).fillAndStroke('#fcf2de', '#ecd9ac');
    });
    this.#text(this.#paper.root, 'P', text, { x: margin + 14, y: top + 8.5, width: content - 28 }, style);
    this.#y = top + height + 22;
  }

  #row(table: Element, type: 'TH' | 'TD', row: AmountRow, style: TextStyle, padding: number, ruled = true): void {
    const line = this.#paper.part(table, 'TR');
    const top = this.#y + (type === 'TH' ? 0 : padding);
    let height = 0;
    for (const { key, x, width, align } of columns) {
      const box = { x: margin + x, y: top, width };
      height = Math.max(height, this.#text(line, type, row[key], box, { ...style, align }));
    }
    this.#y = top + height + padding;
    if (ruled) this.#rule();
  }

  #repeat(headings: AmountRow): void {
    for (const { key, x, width, align } of columns)
      this.#paper.ornament(headings[key], { x: margin + x, y: this.#y, width }, { ...small, align });
    this.#y += 20;
    this.#rule();
  }

  #rule(): void {
    this.#paper.decorate((pdf) => pdf.rect(margin, this.#y - 0.3, content, 0.6).fill(hairline));
  }

  #heightOf(row: AmountRow): number {
    return Math.max(...columns.map(({ key, width }) => this.#paper.heightOf(row[key], width, body)));
  }

  /** Goes to the next page if this one has less than `height` left. Returns true if it did. */
  #room(height: number): boolean {
    if (this.#y + height <= bottom) return false;
    this.nextSheet();
    return true;
  }

  #flow(type: 'H1' | 'H2' | 'P', text: string, style: TextStyle, after: number): void {
    this.#y += this.#text(this.#paper.root, type, text, { x: margin, y: this.#y, width: content }, style) + after;
  }

  #text(
    parent: Element,
    type: Parameters<Paper['text']>[1],
    text: string,
    box: Box,
    style: TextStyle,
    spoken?: string,
  ) {
    return this.#paper.text(parent, type, text, box, style, spoken);
  }
}
