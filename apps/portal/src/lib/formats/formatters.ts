/**
 * The platform's formatters, one for each language and set of options. On a phone it takes milliseconds to make
 * one, and a list needs dozens.
 */
export const numberFormat = keep(
  (language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);
export const dateTimeFormat = keep(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);

function keep<Options, Formatter>(make: (language: string, options: Options) => Formatter) {
  const formatters = new Map<string, Formatter>();
  return (language: string, options: Options): Formatter => {
    const key = language + JSON.stringify(options);
    const formatter = formatters.get(key) ?? make(language, options);
    formatters.set(key, formatter);
    return formatter;
  };
}
