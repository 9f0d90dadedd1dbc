import { dateTimeFormat } from './formatters.ts';
import { serverText } from '../page-data/server-texts.ts';

/** The patterns of dates (SHELL-17). */
export type DatePattern =
  | 'dd MMM yyyy'
  | 'dd MMM yy'
  | 'dd MMM yyyy HH:mm'
  | 'dd MMM yyyy HH:mm:ss'
  | 'DD/MM/YYYY'
  | 'DD-MMM-YYYY'
  | 'YYYY-MM-DD HH:mm:ss';

/** The time zone if the marina sets none (decision X6). */
const defaultTimeZone = 'Europe/London';

const dayOnly = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Writes an ISO instant, or a calendar day (`2027-02-28`, which has no zone), by a pattern. Month names are in the
 * reader's language. An empty text stays empty.
 */
export function formatDate(iso: string, pattern: DatePattern, language: string, timeZone = defaultTimeZone): string {
  if (iso === '') return '';
  const part = dayOnly.test(iso) ? partsOfDay(iso, language) : partsOfInstant(new Date(iso), language, timeZone);
  const time = `${part.hour}:${part.minute}:${part.second}`;
  switch (pattern) {
    case 'dd MMM yyyy':
      return `${part.day} ${part.monthName} ${part.year}`;
    case 'dd MMM yy':
      return `${part.day} ${part.monthName} ${part.year.slice(-2)}`;
    case 'dd MMM yyyy HH:mm':
      return `${part.day} ${part.monthName} ${part.year} ${part.hour}:${part.minute}`;
    case 'dd MMM yyyy HH:mm:ss':
      return `${part.day} ${part.monthName} ${part.year} ${time}`;
    case 'DD/MM/YYYY':
      return `${part.day}/${part.month}/${part.year}`;
    case 'DD-MMM-YYYY':
      return `${part.day}-${part.monthName}-${part.year}`;
    case 'YYYY-MM-DD HH:mm:ss':
      return `${part.year}-${part.month}-${part.day} ${time}`;
  }
}

interface DateParts {
  day: string;
  month: string;
  monthName: string;
  year: string;
  hour: string;
  minute: string;
  second: string;
}

/** Splits a calendar day without the platform's formatter, which is slow: a list shows its first days sooner. */
function partsOfDay(day: string, language: string): DateParts {
  const [year = '', month = '', date = ''] = day.split('-');
  return { day: date, month, monthName: shortMonth(month, language), year, hour: '00', minute: '00', second: '00' };
}

function partsOfInstant(instant: Date, language: string, timeZone: string): DateParts {
  const format = () =>
    dateTimeFormat('en-GB', {
      timeZone,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
  // The server sends it along, because a phone takes 20 ms to make the formatter.
  const written = serverText(`${instant.getTime()} ${timeZone}`, () => format().format(instant));
  const [day = '', month = '', year = '', hour = '', minute = '', second = ''] = written.match(/\d+/g) ?? [];
  return { day, month, monthName: shortMonth(month, language), year: year.padStart(4, '0'), hour, minute, second };
}

/** Returns the short name of a month. @param month from 01 to 12 */
function shortMonth(month: string, language: string): string {
  // British English abbreviates September with four letters, but the pattern's MMM has three.
  const names = language.startsWith('en') ? 'en-US' : language;
  const format = () => dateTimeFormat(names, { timeZone: 'UTC', month: 'short' });
  return serverText(`${names} month ${month}`, () => format().format(Date.UTC(2027, Number(month) - 1, 1)));
}
