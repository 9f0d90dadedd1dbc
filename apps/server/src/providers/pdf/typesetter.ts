import { join, relative } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { fontFamilies, readFonts } from './fonts.ts';
import { completeStructure } from './structure.ts';

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

/** The reason why Typst can't set a paper, with the file and line of the template where it knows them. */
export class TemplateFault extends Error {
  override name = 'TemplateFault';
}

const isFont = (name: string) => /\.(ttf|otf)$/.test(name);

/** Fills templates with Typst. It reads only the files of one folder. */
export class Typesetter {
  readonly #folder: string;
  readonly #own: readonly [name: string, content: Buffer][];
  readonly #families: readonly string[];
  readonly #compiler: NodeCompiler;

  /**
   * @param folder with the templates. Typst can read nothing outside of it
   * @param own files that lie over those of the folder, by their names, and fonts
   * @param families the names of the fonts that are used before ours
   */
  constructor(
    folder: string = ownTemplates,
    own: ReadonlyMap<string, Buffer> = new Map(),
    families: readonly string[] = [],
  ) {
    this.#folder = folder;
    this.#families = [...families, ...fontFamilies];
    this.#own = [...own].filter(([name]) => !isFont(name));
    const ownFonts = [...own].filter(([name]) => isFont(name)).map(([, content]) => content);
    this.#compiler = NodeCompiler.create({
      workspace: folder,
      fontArgs: [{ fontBlobs: [...readFonts(), ...ownFonts] }],
    });
  }

  /**
   * Sets a paper as a tagged PDF of the standard PDF/UA-1. The same template and data give the same bytes.
   * @param template its file, such as `receipt.typ`
   * @param fill returns the data. It is called again with the letters that no font has, if there are some
   * @throws TemplateFault if the template or the data can't be set
   */
  async typeset(template: string, fill: (missing: ReadonlySet<string>) => Promise<PaperData>): Promise<Buffer> {
    const missing = new Set<string>();
    for (let time = 1; ; time += 1) {
      const set = this.#set(template, await fill(missing));
      if ('pdf' in set) return completeStructure(set.pdf);
      const found = lettersIn(set.fault).filter((letter) => !missing.has(letter));
      if (found.length === 0 || time === mostTries) throw new TemplateFault(set.message);
      for (const letter of found) missing.add(letter);
    }
  }

  #set(template: string, { data, pictures }: PaperData): { pdf: Buffer } | { fault: string; message: string } {
    const place = (name: string) => join(this.#folder, name);
    const mainFilePath = place(template);
    try {
      for (const [name, content] of [...this.#own, ...pictures]) this.#compiler.mapShadow(place(name), content);
      const all = JSON.stringify({ ...data, fonts: this.#families });
      this.#compiler.mapShadow(place('data.json'), Buffer.from(all));
      return { pdf: this.#compiler.pdf({ mainFilePath }, { pdfStandard: 'ua-1' }) };
    } catch (error) {
      // The library puts the whole message into the error's code.
      const fault = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      if (lettersIn(fault).length > 0) return { fault, message: `${template}: ${shortened(fault)}` };
      return { fault, message: this.#lineOf(mainFilePath) ?? `${template}: ${shortened(fault)}` };
    } finally {
      this.#compiler.resetShadow();
      // Keeps the results that the next few papers share, and drops all others.
      this.#compiler.evictCache(5);
    }
  }

  /** Returns the first fault with its file and line; null if the template can be read, but makes no such PDF. */
  #lineOf(mainFilePath: string): string | null {
    const found = this.#compiler.compile({ mainFilePath }).takeDiagnostics();
    const [first] = found ? (this.#compiler.fetchDiagnostics(found) as Diagnostic[]) : [];
    return first ? `${relative(this.#folder, first.path)}, line ${first.range.start.line + 1}: ${first.message}` : null;
  }
}

/** A fault as the library tells it. Lines count from 0. */
interface Diagnostic {
  path: string;
  message: string;
  range: { start: { line: number } };
}

/** Returns the messages of a fault without the library's own structure. */
function shortened(fault: string): string {
  const messages = Array.from(fault.matchAll(/message: "((?:[^"\\]|\\.)*)"/g), ([, message]) => message);
  return messages.length > 0 ? messages.slice(0, 3).join('; ') : fault;
}

/** Returns the letters that no font has. Typst names each of them, because PDF/UA-1 asks for it. */
export const lettersIn = (fault: string): string[] =>
  Array.from(fault.matchAll(/the text `\\"(.+?)\\"` could not be displayed/g), ([, letter = '']) =>
    letter
      .replace(/\\+u\{([0-9a-f]+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
      .replace(/^\\+(?=.)/, ''),
  );
