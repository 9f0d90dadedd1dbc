/** Returns the direction in which a language is written, by its code such as `fr-FR` or `ar`. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  new Intl.Locale(language).getTextInfo().direction === 'rtl' ? 'rtl' : 'ltr';

/** Puts Unicode's isolating marks around a text, so that it keeps its own direction beside other text. */
export const isolate = (value: string | number): string => `\u2068${value}\u2069`;
