/**
 * The language of tests that read every screen: English with accents, a third longer and in brackets. Text without
 * brackets was never translatable, and a layout that breaks at this length also breaks in German.
 */
export const pseudoLanguage = 'en-XA';

/** env.ts refuses the variable outside of tests. This check is the second lock. */
export const isPseudoLanguageOn = process.env.NODE_ENV === 'test' && process.env.PSEUDO_LANGUAGE === 'on';

const plain = 'ACDEGIKLNORSTUWYZaceghiklnorstuwyz';
const accented = 'ÂÇÐÉĜÎĶĻÑÖŔŠŤÛŴÝŽåçéĝĥîķļñöŕšťûŵýž';
const accents = new Map(Array.from(plain, (letter, index) => [letter, accented[index] ?? letter]));
const padding = 'one two three four five six seven eight nine ten '.repeat(20);

/** Matches placeholders and tags, which stay as they are. */
const kept = /(\{\{\w+\}\}|<[^>]*>)/;

function pseudoText(text: string): string {
  const words = text
    .split(kept)
    .map((part) => (kept.test(part) ? part : Array.from(part, (letter) => accents.get(letter) ?? letter).join('')))
    .join('');
  const more = Math.ceil(text.replaceAll(new RegExp(kept, 'g'), '').length * 0.35);
  return `⟦${words} ${padding.slice(0, more).trim()}⟧`;
}

/** Returns a folder's English texts in the pseudo-language. */
export const pseudoTexts = (english: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(english).map(([key, text]) => [key, pseudoText(text)]));
