/** An event of whole days. Days are `YYYY-MM-DD`. */
export interface CalendarEvent {
  /** Stays the same as long as the event exists, so that a calendar changes it instead of adding another. */
  uid: string;
  from: string;
  /** The last day. It belongs to the event. */
  to: string;
  summary: string;
  location?: string | undefined;
  description?: string | undefined;
  url?: string | undefined;
}

export interface Calendar {
  name: string;
  timeZone: string;
  madeAt: Date;
  events: readonly CalendarEvent[];
}

/**
 * Writes a calendar as iCalendar (RFC 5545). Events of whole days have no time, so they need no description of the
 * time zone: each calendar shows them on the same day everywhere.
 */
export function writeCalendar({ name, timeZone, madeAt, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Quayside//Customer portal//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `X-WR-TIMEZONE:${escaped(timeZone)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
    ...events.flatMap((event) => eventLines(event, madeAt)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventLines({ uid, from, to, summary, location, description, url }: CalendarEvent, madeAt: Date): string[] {
  const dayAfter = Temporal.PlainDate.from(to).add({ days: 1 }).toString();
  // Offices write 9999-12-31 for "no end". iCalendar has no year after it, and an event without an end is one day.
  const hasEnd = to !== '9999-12-31';
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${madeAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${from.replaceAll('-', '')}`,
    // The end is the first day after the event.
    ...(hasEnd ? [`DTEND;VALUE=DATE:${dayAfter.replaceAll('-', '')}`] : []),
    `SUMMARY:${escaped(summary)}`,
    ...(location ? [`LOCATION:${escaped(location)}`] : []),
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    ...(url ? [`URL:${url}`] : []),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** Escapes a text, and drops control characters, which a line can't hold. */
function escaped(text: string): string {
  return (
    text
      .replaceAll(/\r\n?|\n/g, '\n')
      .replaceAll(/[\\;,]/g, String.raw`\$&`)
      .replaceAll('\n', String.raw`\n`)
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u001f\u007f]/g, '')
  );
}

/** Folds a line after at most 75 bytes of UTF-8, never inside a character. The next line starts with a space. */
function folded(line: string): string {
  let written = '';
  let length = 0;
  for (const character of line) {
    const bytes = Buffer.byteLength(character);
    if (length + bytes > 75) {
      written += '\r\n ';
      length = 1;
    }
    written += character;
    length += bytes;
  }
  return written;
}
