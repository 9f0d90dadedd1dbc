/** How people of a language and country write days and numbers. */
export interface LocaleFormats {
  /**
   * Returns a day as `2026-05-16`, with its time if it has one; the text itself if it is not written so. The day may
   * not exist, such as 31 February.
   */
  day: (text: string) => string;
  /**
   * Returns a number with a point and without other signs, except a currency's and %; the text itself if it is no
   * such number.
   */
  number: (text: string) => string;
}

/** Returns the formats of a locale such as `de-DE`; null for an unknown one. */
export function formatsOf(name: string): LocaleFormats | null {
  try {
    if (Intl.NumberFormat.supportedLocalesOf(name).length === 0) return null;
  } catch {
    return null;
  }
  const order = new Intl.DateTimeFormat(name, {
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
    calendar: 'gregory',
  })
    .formatToParts(new Date(Date.UTC(2026, 4, 16)))
    .map(({ type }) => type)
    .filter((type) => ['day', 'month', 'year'].includes(type));
  const parts = new Intl.NumberFormat(name, { numberingSystem: 'latn', useGrouping: true }).formatToParts(-1_234_567.8);
  const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { day: dayReader(order), number: numberReader(sign('decimal') || '.', sign('group')) };
}

function dayReader(order: readonly string[]) {
  return (text: string) => {
    const [, first = '', second = '', third = '', time = ''] =
      /^(\d{1,4})[./-]\s?(\d{1,2})[./-]\s?(\d{1,4})\.?(\s\d{1,2}:\d{2}(?::\d{2})?)?$/.exec(text.trim()) ?? [];
    const found = Object.fromEntries(order.map((type, place) => [type, [first, second, third][place] ?? '']));
    const { day = '', month = '', year = '' } = found;
    // A year of two digits could be any century.
    if (year.length !== 4 || day.length > 2) return text;
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    const at = time.trim();
    return at === '' ? date : `${date} ${at.padStart(5, '0')}`;
  };
}

/** A sign such as € or a code such as EUR. */
const currency = '\\p{Sc}|[A-Z]{3}';
/** People part thousands by any of these, whatever their language. */
const blank = '[ \u00a0\u2009\u202f]';

function numberReader(decimal: string, group: string) {
  const escape = (sign: string) => sign.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const groups = [blank, ...(/\s/.test(group) ? [] : [escape(group || ',')])];
  const whole = [...groups.map((sign) => `\\d{1,3}(?:${sign}\\d{3})+`), '\\d+'].join('|');
  const amount = `([-−]?)(${whole})(?:${escape(decimal)}(\\d+))?([-−]?)`;
  const pattern = new RegExp(`^(${currency})?\\s*${amount}\\s*(${currency}|%)?$`, 'u');
  return (text: string) => {
    // Bookkeepers write what is below zero in brackets, or with the sign behind it.
    const [, inBrackets] = /^\((.*)\)$/.exec(text.trim()) ?? [];
    const [, before = '', minus = '', units, places, minusBehind = '', after = ''] =
      pattern.exec(inBrackets?.trim() ?? text.trim()) ?? [];
    const signs = [minus, minusBehind, inBrackets ?? ''].filter((sign) => sign !== '').length;
    if (units === undefined || signs > 1) return text;
    const number = `${signs === 1 ? '-' : ''}${units.replace(/\D/g, '')}${places === undefined ? '' : `.${places}`}`;
    return `${before}${number}${after}`;
  };
}
