/**
 * Reads a day as people type it: `1/2/2027`, `01.02.2027`, `1 Feb 2027`, `1-February-2027`, `2027-02-01`. The month
 * may be in the reader's language or in English (decision C9.6). Null if the text is not a day.
 */
export function readDay(text: string, language: string): string | null {
  const typed = text.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  // The day comes first, as everywhere in the portal.
  const [, day, middle = '', year = ''] =
    /^(\d{1,2})(?:st|nd|rd|th|er|\.)?[\s/.-]+([^\s/-]+?)\.?[\s/.-]+(\d{4}|\d{2})$/iu.exec(typed) ?? [];
  if (day === undefined) return null;
  const month = /^\d{1,2}$/.test(middle) ? Number(middle) : monthNamed(middle, language);
  return month === null ? null : dayOf(Number(year.length === 2 ? `20${year}` : year), month, Number(day));
}

/** Returns the calendar day in a time zone, `YYYY-MM-DD`. */
export function dayAt(now: Date, timeZone: string | undefined): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...(timeZone === undefined ? {} : { timeZone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** Returns the same day in a later year. */
export const yearsAfter = (day: string, years: number): string =>
  `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`;

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.toISOString().slice(0, 10);
}

/** Finds the month whose name starts with the text, in the reader's language or English. Three letters are enough. */
function monthNamed(name: string, language: string): number | null {
  const typed = plain(name);
  for (const spoken of [language, 'en']) {
    const names = Array.from({ length: 12 }, (_, index) => namesOf(index, spoken));
    const exact = names.findIndex((own) => own.includes(typed));
    if (exact >= 0) return exact + 1;
    const matches = names.flatMap((own, index) => (own.some((each) => each.startsWith(typed)) ? [index] : []));
    if (typed.length >= 3 && matches.length === 1) return (matches[0] ?? 0) + 1;
  }
  return null;
}

const namesOf = (month: number, language: string): string[] =>
  (['long', 'short'] as const).map((length) =>
    plain(new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC' }).format(Date.UTC(2027, month, 1))),
  );

/** Removes accents and dots, because people type them differently. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{Mn}.]/gu, '')
    .toLowerCase();
