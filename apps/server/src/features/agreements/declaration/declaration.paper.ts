import { toPaperPicture } from '../../../providers/pdf/paper-picture.ts';
import { isRightToLeft } from '../../../providers/pdf/paper-text.ts';
import { type Block, type ListBlock, linesOf, type PictureBlock, type TextBlock } from './declaration-blocks.rules.ts';
import { spansData } from './declaration-spans.paper.ts';
import { tableData } from './declaration-table.paper.ts';

/** The letters, texts and pictures that a declaration is set with. */
export interface DeclarationContext {
  /** The letters that no font has. */
  missing: ReadonlySet<string>;
  /** Returns the text that replaces a picture that can't be printed. */
  pictureText: (alt: string) => string;
  /** Takes a picture, and returns the name that the template uses for it. */
  addPicture: (content: Buffer) => string;
}

/** Makes the data for papers/declaration.typ. The text starts on the side of its own first words. */
export async function declarationData(context: DeclarationContext, blocks: readonly Block[]) {
  const words = linesOf(blocks).map(({ text }) => text);
  return { rtl: isRightToLeft(words.join('').slice(0, 2_000)), blocks: await new Setter(context).all(blocks) };
}

/** The size of a sheet between its margins, in points. Pictures are no higher than that. */
const content = { width: 483, height: 640 };
const step = 18;
const mostSteps = 8;
const pointsOfPixel = 0.75;

class Setter {
  readonly #context: DeclarationContext;
  /** A heading is at most one level deeper than the one before: PDF/UA allows no level to be left out. */
  #level = 1;

  constructor(context: DeclarationContext) {
    this.#context = context;
  }

  /** One after the other, because unpacking a picture takes a hundred times its size. */
  async all(blocks: readonly Block[]): Promise<object[]> {
    const done: object[] = [];
    for (const block of blocks) done.push(await this.#one(block));
    return done;
  }

  async #one(block: Block): Promise<object> {
    if (block.kind === 'text') return this.#text(block);
    if (block.kind === 'list') return this.#list(block);
    if (block.kind === 'picture') return this.#picture(block);
    if (block.kind === 'table') return { kind: 'table', ...tableData(block, content.width, this.#context.missing) };
    return block;
  }

  #text({ tag, spans, indent, isQuoted }: TextBlock) {
    // PDF/UA allows no empty heading.
    const isSaid = spans.some(({ text }) => /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}]/u.test(text));
    const level = tag === 'P' || !isSaid ? 0 : Math.min(Number(tag.slice(1)), this.#level + 1);
    if (level > 0) this.#level = level;
    return { kind: 'text', level, indent: stepsOf(indent), isQuoted, ...spansData(spans, this.#context.missing) };
  }

  async #list({ isNumbered, indent, items }: ListBlock) {
    const done = [];
    for (const { number, blocks } of items) done.push({ number, blocks: await this.all(blocks) });
    return { kind: 'list', isNumbered, indent: stepsOf(indent), items: done };
  }

  async #picture({ type, content: bytes, alt, indent }: PictureBlock) {
    const picture = await toPaperPicture(bytes, type);
    if (!picture) {
      const spans = [{ text: this.#context.pictureText(alt), look: { isOblique: true } }];
      return this.#text({ kind: 'text', tag: 'P', spans, indent: 0, isQuoted: false });
    }
    const { width, height } = picture;
    const inset = stepsOf(indent) * step;
    const scale = Math.min(pointsOfPixel, (content.width - inset) / width, content.height / height);
    const size = { width: width * scale, height: height * scale };
    return { kind: 'picture', file: this.#context.addPicture(picture.content), alt, ...size };
  }
}

const stepsOf = (indent: number) => Math.min(indent, mostSteps);
