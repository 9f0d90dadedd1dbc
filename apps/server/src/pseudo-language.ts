/**
 * English with accents, a third longer and in brackets: the tests read every screen in it. What has no brackets was
 * never given to translators, and what breaks at its length will break in German.
 */
export const pseudoLanguage = 'en-XA';

/** env.ts refuses the variable anywhere but in tests; this is the second lock. */
export const isPseudoLanguageOn = process.env.NODE_ENV === 'test' && process.env.PSEUDO_LANGUAGE === 'on';

const plain = 'ACDEGIKLNORSTUWYZaceghiklnorstuwyz';
const accented = 'ÂÇÐÉĜÎĶĻÑÖŔŠŤÛŴÝŽåçéĝĥîķļñöŕšťûŵýž';
const accents = new Map(Array.from(plain, (letter, index) => [letter, accented[index] ?? letter]));
const padding = 'one two three four five six seven eight nine ten '.repeat(20);

/** Placeholders, tags and what stands in them are kept. */
const kept = /(\{\{\w+\}\}|<[^>]*>)/;

function pseudoText(text: string): string {
  const words = text
    .split(kept)
    .map((part) => (kept.test(part) ? part : Array.from(part, (letter) => accents.get(letter) ?? letter).join('')))
    .join('');
  const more = Math.ceil(text.replaceAll(new RegExp(kept, 'g'), '').length * 0.35);
  return `⟦${words} ${padding.slice(0, more).trim()}⟧`;
}

/** A folder's English texts in the pseudo-language. */
export const pseudoTexts = (english: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(english).map(([key, text]) => [key, pseudoText(text)]));
