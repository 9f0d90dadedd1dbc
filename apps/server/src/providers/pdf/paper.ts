import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
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
  align?: 'left' | 'right';
  /** Distance of lines as a multiple of `size`; 1.4 unless said. */
  leading?: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
}

/** What a text is in the document's structure, which is what a screen reader reads. */
export type Element = PDFKit.PDFStructureElement;

type Structure = 'Sect' | 'Table' | 'TR';
type Leaf = 'H1' | 'H2' | 'P' | 'TH' | 'TD' | 'Caption';

/**
 * A tagged PDF of A4 sheets, made by placing texts. Whatever is placed is either part of the structure or said to be
 * decoration; PDF/UA knows nothing between.
 */
export class Paper {
  readonly root: Element;
  readonly #pdf: PDFKit.PDFDocument;

  constructor({ title, author, language, created }: PaperOptions) {
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
    }
    this.root = this.#pdf.struct('Document', { title });
    this.#pdf.addStructure(this.root);
  }

  /** Opens a part of the structure. Its texts are added to what this answers. */
  part(parent: Element, type: Structure): Element {
    const part = this.#pdf.struct(type);
    parent.add(part);
    return part;
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
    parent.add(this.#pdf.struct(type, { ...(spoken === undefined ? {} : { alt: spoken }), ...scope }, [content]));
    return height;
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
    const content = this.#pdf.markStructureContent('Figure');
    this.#pdf.save().translate(x, y).scale(scale);
    drawSvg(this.#pdf, drawing);
    this.#pdf.restore();
    this.#pdf.endMarkedContent();
    const bbox = [x, y, x + width, y + height];
    parent.add(this.#pdf.struct('Figure', { alt: spoken, bbox, placement: 'Block' } as { alt: string }, [content]));
    return width;
  }

  /** Places a text that is no part of what the document says, such as a page's number. */
  ornament(text: string, box: Box, style: TextStyle): void {
    this.decorate(() => void this.#draw(text, box, style));
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

  #draw(text: string, { x, y, width }: Box, style: TextStyle): number {
    const height = this.heightOf(text, width, style);
    const shown = this.#use(text, style);
    this.#pdf.fillColor(style.colour).text(shown, x, y, {
      width,
      align: style.align ?? 'left',
      lineGap: this.#lineGap(style),
      ...(style.align === 'right' ? { features: ['tnum', 'kern'] as PDFKit.Mixins.OpenTypeFeatures[] } : {}),
    });
    return height;
  }

  /** Chooses the font that has all of a text, and answers the text as that can show it. */
  #use(text: string, { weight = 'regular', size }: TextStyle): string {
    // The narrow no-break space of French numbers is in no font; the wide one separates as well.
    const shown = text.replaceAll('\u202f', '\u00a0');
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

  #lineGap({ size, leading = 1.4 }: TextStyle): number {
    return size * leading - this.#pdf.currentLineHeight(false);
  }
}
