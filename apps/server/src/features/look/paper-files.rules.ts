import { UnusablePicture, cleanSvg } from './clean-svg.rules.ts';

/** A folder for papers that can't be used. Its message names the file, and says what to do. */
export class UnusablePapers extends Error {
  override name = 'UnusablePapers';
}

/** The templates that a marina may replace. */
const replaceable: readonly string[] = [
  'receipt.typ',
  'invoice.typ',
  'estimate.typ',
  'agreement.typ',
  'look.typ',
  'declaration.typ',
  'evidence.typ',
];

/** The limits of a folder. Its files are kept in the memory of each server. In bytes. */
const limits = { files: 30, file: 1_000_000, all: 3_000_000 };

/** The types of files, with the bytes that they begin with, in hexadecimal digits. Templates and SVG are texts. */
const types: Readonly<Record<string, { contentType: string; begins: readonly string[] | null }>> = {
  typ: { contentType: 'text/vnd.typst', begins: null },
  svg: { contentType: 'image/svg+xml', begins: null },
  png: { contentType: 'image/png', begins: ['89504e47'] },
  jpg: { contentType: 'image/jpeg', begins: ['ffd8ff'] },
  ttf: { contentType: 'font/ttf', begins: ['00010000', '74727565'] },
  otf: { contentType: 'font/otf', begins: ['4f54544f'] },
};

export interface PaperFile {
  name: string;
  ending: string;
  contentType: string;
  content: Buffer;
}

/**
 * Checks the files of a marina's own papers by name, size and content. An SVG loses what runs, loads or links.
 * @throws UnusablePapers
 */
export function checkPaperFiles(given: ReadonlyMap<string, Buffer>): PaperFile[] {
  if (given.size > limits.files) throw new UnusablePapers(`has ${given.size} files: at most ${limits.files}.`);
  if (!replaceable.some((name) => given.has(name)))
    throw new UnusablePapers(`replaces no template. It needs at least one of ${replaceable.join(', ')}.`);
  const all = [...given.values()].reduce((sum, { length }) => sum + length, 0);
  if (all > limits.all)
    throw new UnusablePapers(`has ${all.toLocaleString('en')} bytes: at most ${limits.all.toLocaleString('en')}.`);
  return Array.from(given, ([name, content]) => checkFile(name, content));
}

function checkFile(name: string, content: Buffer): PaperFile {
  const refuse = (reason: string) => new UnusablePapers(`has ${name}, which ${reason}`);
  const ending = /^[a-z0-9][a-z0-9-]{0,59}\.([a-z]{3})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const type = types[ending];
  if (!type) throw refuse(`is no file for papers. Use ${Object.keys(types).join(', ')}, with letters, digits and "-".`);
  if (content.length > limits.file)
    throw refuse(`has ${content.length.toLocaleString('en')} bytes: at most ${limits.file.toLocaleString('en')}.`);
  if (!beginsAs(ending, content)) throw refuse(`is no ${ending.toUpperCase()} by its content.`);
  if (ending === 'typ' && !isText(content)) throw refuse('is no text in UTF-8.');
  const { contentType } = type;
  return { name, ending, contentType, content: ending === 'svg' ? cleaned(content, refuse) : content };
}

/** Checks if a file begins as files of this type do. */
export function beginsAs(ending: string, content: Buffer): boolean {
  const begins = types[ending]?.begins ?? null;
  return begins === null || begins.some((bytes) => content.toString('hex', 0, 4).startsWith(bytes));
}

function isText(content: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
}

function cleaned(content: Buffer, refuse: (reason: string) => Error): Buffer {
  try {
    return Buffer.from(cleanSvg(content.toString('utf8')).svg);
  } catch (error) {
    throw error instanceof UnusablePicture ? refuse(error.message) : error;
  }
}
