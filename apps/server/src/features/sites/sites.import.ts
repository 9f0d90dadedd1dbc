import { column, stored } from '../../import/columns.ts';
import { email, required, text, wholeNumber } from '../../import/fields.ts';
import type { ImportKind } from '../../import/kind.ts';
import { recordSiteEvents } from './site-events.service.ts';
import { storeSites } from './sites-import.queries.ts';

declare module '../../import/columns.ts' {
  interface ImportKinds {
    sites: true;
  }
}

const timeZones = new Set(Intl.supportedValuesOf('timeZone'));

const timeZone = text(60).refine((value) => value === 'UTC' || timeZones.has(value), {
  error: ({ input }) => `"${String(input)}" is not a time zone such as Europe/London`,
});

const columns = {
  number: column(required(wholeNumber)),
  name: stored(required(text(120))),
  address: stored(required(text(200))),
  telephone: stored(required(text(40))),
  email: stored(required(email)),
  time_zone: stored(required(timeZone)),
};

/** The harbours of a marina. Other files refer to them by number. */
export const sites: ImportKind = {
  name: 'sites',
  columns,
  key: ['number'],
  store: (trx, { id }) => storeSites(trx, id, columns),
  recordEvents: recordSiteEvents,
};
