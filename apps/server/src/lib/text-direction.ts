/** Some languages are written from right to left in every region. */
const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'ug', 'ur', 'yi']);

/** Returns the direction of a language, by its code such as `fr-FR` or `ar`. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  rightToLeft.has(new Intl.Locale(language).language) ? 'rtl' : 'ltr';

/** Puts Unicode's isolating marks around a text, so that it keeps its own direction beside other text. */
export const isolate = (value: string | number): string => `\u2068${value}\u2069`;
