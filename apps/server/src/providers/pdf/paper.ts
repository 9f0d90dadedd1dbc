import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { directionOf } from '../../text-direction.ts';
import { bidiLines, isBidirectional, type Run, withoutMarks } from './bidi-text.ts';
import { fontFiles, type Weight } from './fonts.ts';
import { type Drawing, drawSvg } from './svg.ts';

/** Points. A4, upright. */
export const sheet = { width: 595.28, height: 841.89 } as const;

export interface PaperOptions {
  title: string;
  author: string;
  /** Such as `fr-FR`. */
  language: string;
  /** From the data, not from the clock: the same document is the same bytes. */
  created: Date;
}

export interface TextStyle {
  size: number;
  colour: string;
  weight?: Weight;
  isOblique?: boolean;
  /** At which edge of its box; of the start unless said. */
  align?: 'start' | 'end';
  /** Distance of lines as a multiple of `size`; 1.4 unless said. */
  leading?: number;
}

export interface Box {
  /** From the edge at which the document's language begins to write. */
  x: number;
  y: number;
  width: number;
}

/** What a text is in the document's structure, which is what a screen reader reads. */
export type Element = PDFKit.PDFStructureElement;

type Structure = 'Sect' | 'Table' | 'TR' | 'LI' | 'LBody';
export type Leaf = 'H1' | 'H2' | 'H3' | 'H4' | 'H5' | 'H6' | 'P' | 'TH' | 'TD' | 'Caption' | 'Lbl';

/**
 * A tagged PDF of A4 sheets, made by placing texts. Whatever is placed is either part of the structure or said to be
 * decoration; PDF/UA knows nothing between.
 */
export class Paper {
  readonly root: Element;
  readonly #pdf: PDFKit.PDFDocument;
  /** Of a language from right to left: all that is placed is mirrored. */
  readonly isMirrored: boolean;

  constructor({ title, author, language, created }: PaperOptions) {
    this.isMirrored = directionOf(language) === 'rtl';
    this.#pdf = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      pdfVersion: '1.7',
      // pdfkit knows it, its types don't.
      subset: 'PDF/UA' as never,
      tagged: true,
      lang: language,
      displayTitle: true,
      info: { Title: title, Author: author, Creator: 'Quayside', Producer: 'Quayside', CreationDate: created },
    });
    for (const weight of ['regular', 'strong'] as const) {
      this.#pdf.registerFont(`house-${weight}`, fontFiles.house[weight]);
      this.#pdf.registerFont(`wide-${weight}`, fontFiles.wide[weight]);
      this.#pdf.registerFont(`arabic-${weight}`, fontFiles.arabic[weight]);
    }
    this.root = this.#pdf.struct('Document', { title });
    this.#pdf.addStructure(this.root);
  }

  /** Opens a part of the structure. Its texts are added to what this answers. */
  part(parent: Element, type: Structure | Leaf): Element {
    // pdfkit knows the scope, its types don't.
    const scope = type === 'TH' ? ({ scope: 'Column' } as object) : {};
    const part = this.#pdf.struct(type, scope);
    parent.add(part);
    return part;
  }

  /** Opens a list, whose parts are `LI` with `Lbl` and `LBody`. PDF/UA wants it to say how its marks are made. */
  list(parent: Element, { isNumbered }: { isNumbered: boolean }): Element {
    const list = this.#pdf.struct('L');
    // pdfkit has no option for it.
    (list as unknown as HasDictionary).dictionary.data.A = {
      O: 'List',
      ListNumbering: isNumbered ? 'Decimal' : 'Disc',
    };
    parent.add(list);
    return list;
  }

  /**
   * Places a text and answers its height.
   * @param spoken what a screen reader says instead
   */
  text(parent: Element, type: Leaf, text: string, box: Box, style: TextStyle, spoken?: string): number {
    const content = this.#pdf.markStructureContent(type);
    const height = this.#draw(text, box, style);
    this.#pdf.endMarkedContent();
    const scope = type === 'TH' ? { scope: 'Column' } : {};
    // Its glyphs stand as they are seen; this is how they are read.
    const read = isBidirectional(text) ? { actual: withoutMarks(text) } : {};
    const said = spoken === undefined ? {} : { alt: withoutMarks(spoken) };
    parent.add(this.#pdf.struct(type, { ...read, ...said, ...scope }, [content]));
    return height;
  }

  /** Adds to a part what is drawn meanwhile. A part that goes on over the page has several of these. */
  piece(part: Element, type: Leaf, draw: () => void): void {
    const content = this.#pdf.markStructureContent(type);
    draw();
    this.#pdf.endMarkedContent();
    part.add(content);
  }

  /** The width of a run as `drawRun` draws it. */
  widthOfRun(run: Run, style: TextStyle): number {
    return this.#pdf.widthOfString(this.#useFor(run, style), { features: [] });
  }

  /** Draws a run from its left edge on, standing on the ground of a line. Only within a piece. */
  drawRun(run: Run, style: TextStyle, left: number, ground: number): void {
    const shown = this.#useFor(run, style);
    const oblique = style.isOblique ? { oblique: true } : {};
    this.#pdf
      .fillColor(style.colour)
      .text(shown, left, ground, { lineBreak: false, baseline: 'alphabetic', features: [], ...oblique });
  }

  /** Draws a line beneath or through a run. Only within a piece. */
  drawRule(left: number, y: number, width: number, colour: string): void {
    this.#pdf.rect(left, y, width, 0.6).fill(colour);
  }

  /** In pixels; null for what is no JPEG that paper can show. */
  sizeOfJpeg(content: Buffer): { width: number; height: number } | null {
    try {
      const { width, height } = (this.#pdf as unknown as OpensImages).openImage(content);
      return width > 0 && height > 0 ? { width, height } : null;
    } catch {
      return null;
    }
  }

  /** Draws a PNG or a JPEG that says `spoken`. @param place from the sheet's left edge, whatever the language */
  image(
    parent: Element,
    content: Buffer,
    { left, y, width, height }: { left: number; y: number; width: number; height: number },
    spoken: string,
  ): void {
    const bbox = [left, y, left + width, y + height];
    this.#figure(parent, bbox, spoken, () => this.#pdf.image(content, left, y, { width, height }));
  }

  /** Draws a picture, scaled to a height, that says `spoken`. Answers its width. */
  picture(
    parent: Element,
    drawing: Drawing,
    { x, y, height }: { x: number; y: number; height: number },
    spoken: string,
  ): number {
    const scale = height / drawing.height;
    const width = drawing.width * scale;
    const left = this.leftOf(x, width);
    this.#figure(parent, [left, y, left + width, y + height], spoken, () => {
      this.#pdf.save().translate(left, y).scale(scale);
      drawSvg(this.#pdf, drawing);
      this.#pdf.restore();
    });
    return width;
  }

  /** Places a text that is no part of what the document says, such as a page's number. */
  ornament(text: string, box: Box, style: TextStyle): void {
    this.decorate(() => void this.#draw(text, box, style));
  }

  /** The left edge of what is `width` wide and begins `x` from where the document's language begins to write. */
  leftOf(x: number, width: number): number {
    return this.isMirrored ? sheet.width - x - width : x;
  }

  /** Draws what a screen reader passes over. */
  decorate(draw: (pdf: PDFKit.PDFDocument) => void): void {
    this.#pdf.markContent('Artifact', { type: 'Layout' });
    this.#pdf.save();
    draw(this.#pdf);
    this.#pdf.restore();
    this.#pdf.endMarkedContent();
  }

  /** The height that a text takes in a width. */
  heightOf(text: string, width: number, style: TextStyle): number {
    if (isBidirectional(text)) return this.#bidiLines(text, width, style).length * lineHeightOf(style);
    const shown = this.#use(text, style);
    return this.#pdf.heightOfString(shown, { width, lineGap: this.#lineGap(style) });
  }

  nextPage(): void {
    this.#pdf.addPage();
  }

  /** Once all is placed: calls for every page, with its number and how many there are. */
  eachPage(draw: (page: number, pages: number) => void): void {
    const { start, count } = this.#pdf.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#pdf.switchToPage(start + page);
      draw(page + 1, count);
    }
  }

  async finish(): Promise<Buffer> {
    this.root.end();
    this.#pdf.end();
    return buffer(this.#pdf);
  }

  /** @param bbox left, top, right and bottom */
  #figure(parent: Element, bbox: number[], spoken: string, draw: () => void): void {
    const content = this.#pdf.markStructureContent('Figure');
    draw();
    this.#pdf.endMarkedContent();
    parent.add(this.#pdf.struct('Figure', { alt: spoken, bbox, placement: 'Block' } as { alt: string }, [content]));
  }

  #draw(text: string, box: Box, style: TextStyle): number {
    if (isBidirectional(text)) return this.#drawBidi(text, box, style);
    const { y, width } = box;
    const height = this.heightOf(text, width, style);
    const shown = this.#use(text, style);
    this.#pdf.fillColor(style.colour).text(shown, this.leftOf(box.x, width), y, {
      width,
      align: this.#sideOf(style),
      lineGap: this.#lineGap(style),
      ...(style.align === 'end' ? { features: ['tnum', 'kern'] as PDFKit.Mixins.OpenTypeFeatures[] } : {}),
    });
    return height;
  }

  /** Line by line and run by run: the library shapes Arabic, but knows nothing of directions. */
  #drawBidi(text: string, { x, y, width }: Box, style: TextStyle): number {
    const lines = this.#bidiLines(text, width, style);
    const left = this.leftOf(x, width);
    this.#pdf.fillColor(style.colour);
    lines.forEach((line, index) => {
      const room = width - this.#widthOf(line, style);
      let at = this.#sideOf(style) === 'right' ? left + room : left;
      // Fonts that share a line stand on one ground.
      const ground = y + index * lineHeightOf(style) + style.size * ascent;
      for (const run of line) {
        const shown = this.#useFor(run, style);
        this.#pdf.text(shown, at, ground, { lineBreak: false, baseline: 'alphabetic', features: [] });
        at += this.#widthOf([run], style);
      }
    });
    return lines.length * lineHeightOf(style);
  }

  #bidiLines(text: string, width: number, style: TextStyle): Run[][] {
    return bidiLines(text, (line) => this.#widthOf(line, style) <= width);
  }

  #widthOf(line: readonly Run[], style: TextStyle): number {
    return line.reduce((sum, run) => sum + this.#pdf.widthOfString(this.#useFor(run, style), { features: [] }), 0);
  }

  #useFor({ text, isJoined }: Run, style: TextStyle): string {
    if (!isJoined) return this.#use(text, style);
    this.#pdf.font(`arabic-${style.weight ?? 'regular'}`, style.size);
    return text;
  }

  #sideOf({ align = 'start' }: TextStyle): 'left' | 'right' {
    return (align === 'end') === this.isMirrored ? 'left' : 'right';
  }

  /** Chooses the font that has all of a text, and answers the text as that can show it. */
  #use(text: string, { weight = 'regular', size }: TextStyle): string {
    // The narrow no-break space of French numbers is in no font; the wide one separates as well.
    const shown = withoutMarks(text).replaceAll('\u202f', '\u00a0');
    this.#pdf.font(`house-${weight}`, size);
    if (!this.#fontHas(shown)) this.#pdf.font(`wide-${weight}`, size);
    return shown;
  }

  #fontHas(text: string): boolean {
    // pdfkit gives no other way to ask whether a glyph exists.
    const { font } = (this.#pdf as unknown as { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } })
      ._font;
    return Array.from(text).every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
  }

  #lineGap(style: TextStyle): number {
    return lineHeightOf(style) - this.#pdf.currentLineHeight(false);
  }
}

/** pdfkit gives no other way to ask how large a picture is. */
interface OpensImages {
  openImage(content: Buffer): { width: number; height: number };
}

/** What an element is written as. */
interface HasDictionary {
  dictionary: { data: Record<string, unknown> };
}

/** From a line's top to that of the next. */
export const lineHeightOf = ({ size, leading = 1.4 }: Pick<TextStyle, 'size' | 'leading'>): number => size * leading;

/** From a line's top to its ground, as a multiple of its size: the house's typeface has it so. */
export const ascent = 0.95;
