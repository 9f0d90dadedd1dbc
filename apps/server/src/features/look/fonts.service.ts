import { compress } from '../../http/answers/content-encoding.ts';
import { OwnFont } from '../../lib/settings/tenant-settings.ts';
import { tryFont } from '../../providers/pdf/try-font.ts';
import { readFontTables, UnusableFont } from './font-tables.rules.ts';

/** The most bytes of a file: a visitor's browser loads both. */
const largest = 500_000;

/** The letters and signs that texts in English, German, French, Spanish and Dutch need. Others come from our fonts. */
export const neededLetters =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789' +
  'ÀÁÂÄÆÇÈÉÊËÍÎÏÑÓÔÖÙÚÛÜŒŸßàáâäæçèéêëíîïñóôöùúûüÿœ' +
  '!"#%&\'()*+,-./:;=?@¡¿«»°·–‘’“”„…£€';

const weights = {
  regular: { least: 1, most: 549, wanted: 'the regular one, of 400' },
  bold: { least: 550, most: 1_000, wanted: 'a bold one, such as 600 or 700' },
};

export interface FontFile {
  family: string;
  ending: string;
  contentType: string;
  content: Buffer;
}

/** Checks one of the two files of a marina's font. @throws UnusableFont */
export function checkFontFile(part: keyof typeof weights, content: Buffer): FontFile {
  if (content.length > largest)
    throw new UnusableFont(
      `has ${content.length.toLocaleString('en')} bytes: at most ${largest.toLocaleString('en')}. Leave out letters ` +
        'that no text needs, such as those of other scripts.',
    );
  const { ending, names, weight, isVariable, mayBeEmbedded } = readFontTables(content);
  if (isVariable) throw new UnusableFont('is a variable font. Papers need a file for each weight: give static ones.');
  if (!mayBeEmbedded)
    throw new UnusableFont('does not allow that papers contain it (fsType of its table OS/2). Ask its maker.');
  const { least, most, wanted } = weights[part];
  if (weight < least || weight > most) throw new UnusableFont(`has the weight ${weight}. Give ${wanted}.`);
  const usable = names.filter((name) => OwnFont.shape.family.safeParse(name).success);
  const tried = tryFont(content, usable, neededLetters);
  if (!tried) throw new UnusableFont('is no font that papers can be set with.');
  if (tried.missing.length > 0)
    throw new UnusableFont(`lacks letters that the portal's languages need: ${tried.missing.join(' ')}`);
  return { family: tried.family, ending, contentType: `font/${ending}`, content };
}

/** Returns the bold file. @throws UnusableFont if the two files are of two families */
export function oneFamily(regular: FontFile, bold: FontFile): FontFile {
  if (bold.family === regular.family) return bold;
  throw new UnusableFont(`is of the family "${bold.family}", and the other file of "${regular.family}".`);
}

/** Returns the bytes that a browser loads for these files. */
export async function loadedBytes(files: readonly FontFile[]): Promise<number> {
  const compressed = await Promise.all(files.map(({ content }) => compress(content, 'br')));
  return compressed.reduce((sum, { length }) => sum + length, 0);
}
