import { Day } from '@quayside/contract/common.ts';

/** How people of a language and country write days and numbers. */
export interface LocaleFormats {
  /** Returns a day as `2026-05-16`, with its time if it has one; the text itself if it is no such day. */
  day: (text: string) => string;
  /**
   * Returns a number with a point and without other signs, except a currency's; the text itself if it is no such
   * number.
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
    // The refusal of 31 February quotes what stands in the file.
    if (!Day.safeParse(date).success) return text;
    const at = time.trim();
    return at === '' ? date : `${date} ${at.padStart(5, '0')}`;
  };
}

/** A sign such as € or a code such as EUR. */
const currency = '\\p{Sc}|[A-Z]{3}';

function numberReader(decimal: string, group: string) {
  const escape = (sign: string) => sign.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // Some languages part thousands by a narrow space, and people type any space.
  const groups = /\s/.test(group) ? '[\\s\u00a0\u202f]' : escape(group || ',');
  const amount = `([-−]?)(\\d{1,3}(?:${groups}\\d{3})+|\\d+)(?:${escape(decimal)}(\\d+))?`;
  const pattern = new RegExp(`^(${currency})?\\s*${amount}\\s*(${currency})?$`, 'u');
  return (text: string) => {
    const [, before = '', minus = '', whole, places, after = ''] = pattern.exec(text.trim()) ?? [];
    if (whole === undefined) return text;
    const number = `${minus === '' ? '' : '-'}${whole.replace(/\D/g, '')}${places === undefined ? '' : `.${places}`}`;
    return `${before}${number}${after}`;
  };
}
