import { beginsAs } from './paper-files.rules.ts';

/** A file that can't be a marina's font. Its message says why, and what to do. */
export class UnusableFont extends Error {
  override name = 'UnusableFont';
}

export interface FontFacts {
  ending: 'ttf' | 'otf';
  /** The names that the family may have, the longest first: a file can add its style, as in "Inter SemiBold". */
  names: readonly string[];
  /** A number from 1 to 1,000: 400 is regular, and 700 is bold. */
  weight: number;
  isVariable: boolean;
  /** True if papers may contain the letters that they use. */
  mayBeEmbedded: boolean;
}

/** Reads the tables of a font that say what it is and what is allowed. @throws UnusableFont */
export function readFontTables(content: Buffer): FontFacts {
  const ending = (['ttf', 'otf'] as const).find((type) => beginsAs(type, content));
  if (!ending) throw new UnusableFont('is no TTF or OTF by its content.');
  try {
    return factsOf(ending, tablesOf(content));
  } catch (error) {
    throw error instanceof RangeError ? new UnusableFont('is a broken font: a part of it is missing.') : error;
  }
}

/** Returns the tables by their names. @throws RangeError if the file is too short */
function tablesOf(content: Buffer): Map<string, Buffer> {
  const entries = Array.from({ length: content.readUInt16BE(4) }, (_, place): [string, Buffer] => {
    const at = 12 + place * 16;
    const [offset, length] = [content.readUInt32BE(at + 8), content.readUInt32BE(at + 12)];
    if (offset + length > content.length) throw new RangeError('a table ends after the file');
    return [content.toString('latin1', at, at + 4), content.subarray(offset, offset + length)];
  });
  return new Map(entries);
}

function factsOf(ending: FontFacts['ending'], tables: ReadonlyMap<string, Buffer>): FontFacts {
  const table = (name: string) => tables.get(name) ?? Buffer.alloc(0);
  const permission = table('OS/2').readUInt16BE(8);
  return {
    ending,
    names: familyNames(table('name')),
    weight: table('OS/2').readUInt16BE(4),
    isVariable: tables.has('fvar'),
    // Restricted, no subsets, bitmaps only. Older fonts may set several of the lower bits: the mildest counts.
    mayBeEmbedded: (permission & 0x000e) !== 0x0002 && (permission & 0x0300) === 0,
  };
}

/** The number of the family's name in the table of names. */
const familyId = 1;
const macintosh = 1;

function familyNames(table: Buffer): string[] {
  const texts = table.readUInt16BE(4);
  const found = Array.from({ length: table.readUInt16BE(2) }, (_, place) => {
    const at = 6 + place * 12;
    if (table.readUInt16BE(at + 6) !== familyId) return '';
    const start = texts + table.readUInt16BE(at + 10);
    const bytes = Buffer.from(table.subarray(start, start + table.readUInt16BE(at + 8)));
    if (table.readUInt16BE(at) === macintosh) return bytes.toString('latin1');
    return bytes.length % 2 === 0 ? bytes.swap16().toString('utf16le') : '';
  });
  return [...new Set(found.flatMap(withShorter))];
}

/** Returns a name, and the same without its last words. */
function withShorter(name: string): string[] {
  const words = name.split(' ').filter(Boolean);
  return words.map((_, dropped) => words.slice(0, words.length - dropped).join(' '));
}
