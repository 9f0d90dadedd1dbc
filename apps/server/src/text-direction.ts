/** Some languages are written from right to left whatever their region. */
const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'ug', 'ur', 'yi']);

/** Which way a language is written, by its code such as `fr-FR` or `ar`. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  rightToLeft.has(new Intl.Locale(language).language) ? 'rtl' : 'ltr';

/** Unicode's marks around a text that keeps its own direction, whatever stands beside it. */
export const isolate = (value: string | number): string => `\u2068${value}\u2069`;
