import { join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { fontFamilies, readFonts } from './fonts.ts';
import { tellReaders } from './structure.ts';

/** The folder of our own templates. */
export const ownTemplates = join(import.meta.dirname, '../../../../../papers');

/** The content of a template. */
export interface PaperData {
  /** The content of `data.json`, without the fonts. */
  data: object;
  /** The pictures, by the names in the data, such as `1.picture`. */
  pictures: Map<string, Buffer>;
}

/** The most tries. Typst names all letters without a font at once, so a second try is enough. The rest is a margin. */
const mostTries = 4;

/** Fills templates with Typst. It reads only the files of one folder. */
export class Typesetter {
  readonly #folder: string;
  readonly #compiler: NodeCompiler;

  /** @param folder with the templates. Typst can read nothing outside of it */
  constructor(folder: string = ownTemplates) {
    this.#folder = folder;
    this.#compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs: readFonts() }] });
  }

  /**
   * Sets a paper as a tagged PDF of the standard PDF/UA-1. The same template and data give the same bytes.
   * @param template its file, such as `receipt.typ`
   * @param fill returns the data. It is called again with the letters that no font has, if there are some
   * @throws Error with the message of Typst, if the template or the data can't be set
   */
  async typeset(template: string, fill: (missing: ReadonlySet<string>) => Promise<PaperData>): Promise<Buffer> {
    const missing = new Set<string>();
    for (let time = 1; ; time += 1) {
      const set = this.#set(template, await fill(missing));
      if ('pdf' in set) return tellReaders(set.pdf);
      const found = lettersIn(set.fault).filter((letter) => !missing.has(letter));
      if (found.length === 0 || time === mostTries) throw new Error(`${template}: ${set.fault}`);
      for (const letter of found) missing.add(letter);
    }
  }

  #set(template: string, { data, pictures }: PaperData): { pdf: Buffer } | { fault: string } {
    const place = (name: string) => join(this.#folder, name);
    try {
      for (const [name, content] of pictures) this.#compiler.mapShadow(place(name), content);
      const all = JSON.stringify({ ...data, fonts: fontFamilies });
      this.#compiler.mapShadow(place('data.json'), Buffer.from(all));
      return { pdf: this.#compiler.pdf({ mainFilePath: place(template) }, { pdfStandard: 'ua-1' }) };
    } catch (error) {
      // The library puts the whole message into the error's code.
      return { fault: error instanceof Error && 'code' in error ? String(error.code) : String(error) };
    } finally {
      this.#compiler.resetShadow();
      // Keeps the results that the next few papers share, and drops all others.
      this.#compiler.evictCache(5);
    }
  }
}

/** Returns the letters that no font has. Typst names each of them, because PDF/UA-1 asks for it. */
const lettersIn = (fault: string): string[] =>
  Array.from(fault.matchAll(/the text `\\"(.+?)\\"` could not be displayed/g), ([, letter = '']) =>
    letter.replace(/\\+u\{([0-9a-f]+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
  );
