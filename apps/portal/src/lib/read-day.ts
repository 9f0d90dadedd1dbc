/**
 * The calendar day that somebody typed, as `YYYY-MM-DD`; null where it is none. Takes `2027-02-01`, `1/2/2027` (the day
 * first), `1 Feb 2027` and `01-Feb-2027`, the month in the reader's language or in English (decision C9.6).
 */
export function readDay(typed: string, language: string): string | null {
  const parts = typed.trim().split(/[\s./-]+/);
  if (parts.length !== 3) return null;
  const [first = '', middle = '', last = ''] = parts;
  const isYearFirst = /^\d{4}$/.test(first);
  const [year, day] = isYearFirst ? [first, last] : [last, first];
  const month = /^\d{1,2}$/.test(middle) ? Number(middle) : monthOf(middle, language);
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(day) || month === null) return null;
  return existing(Number(year), month, Number(day));
}

function existing(year: number, month: number, day: number): string | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isSame = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isSame ? date.toISOString().slice(0, 10) : null;
}

/** By its name or the beginning of it, without regard to accents and case. */
function monthOf(name: string, language: string): number | null {
  const wanted = plain(name);
  if (wanted.length < 3) return null;
  for (const each of [language, 'en-GB']) {
    const month = monthNames(each).findIndex((names) => names.some((known) => known.startsWith(wanted)));
    if (month !== -1) return month + 1;
  }
  return null;
}

const monthNames = (language: string): string[][] =>
  Array.from({ length: 12 }, (_, month) =>
    (['long', 'short'] as const).map((style) =>
      plain(new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' }).format(Date.UTC(2027, month, 1))),
    ),
  );

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}|\./gu, '')
    .toLowerCase();
