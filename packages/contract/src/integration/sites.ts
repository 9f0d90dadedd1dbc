import { z } from 'zod';
import { RunningNumber } from '../shared/common.ts';
import { eventsOf } from './event.ts';
import { documented, ListQuery, resourceCalls, TextField, Tracked, withDemanded } from './resource.ts';

const about = {
  number: [1, 'The number of the harbour is its name.'],
  name: ['Saltmarsh Marina'],
  address: ['1 Quay Road, Saltmarsh'],
  telephone: ['+441632960000'],
  email: ['harbour@example.com'],
  timeZone: ['Europe/London', 'A name of the IANA time zone database. Days are days there.'],
} as const;

/** A harbour of the marina. Its number is its name. */
export const SiteResource = documented(
  z.object({
    number: z.number().int(),
    name: z.string(),
    address: z.string(),
    telephone: z.string(),
    email: z.string(),
    timeZone: z.string(),
    ...Tracked,
  }),
  about,
);

export const SiteRow = documented(
  z.strictObject({
    name: TextField,
    address: TextField,
    telephone: TextField,
    email: TextField,
    timeZone: TextField,
  }),
  about,
);

export const WholeSite = withDemanded(SiteRow, ['name', 'address', 'telephone', 'email', 'timeZone']);

export const {
  list: listSiteResources,
  get: getSite,
  put: putSite,
  patch: patchSite,
} = resourceCalls({
  noun: 'sites',
  one: 'harbour',
  many: 'harbours of the marina',
  file: 'sites.csv',
  path: 'sites',
  name: ':number',
  scopes: { read: 'sites:read', write: 'sites:write' },
  params: documented(z.strictObject({ number: RunningNumber }), about),
  query: ListQuery,
  resource: SiteResource,
  row: SiteRow,
  whole: WholeSite,
  bodyExample: { telephone: '+441632960001' },
});

const example: z.input<typeof SiteResource> = {
  number: 1,
  name: 'West basin',
  address: '1 Quay Road',
  telephone: '+44 1632 960001',
  email: 'quay@example.com',
  timeZone: 'Europe/London',
  updatedAt: '2026-05-16T09:00:00.000Z',
};

export const siteEvents = eventsOf(SiteResource, example, {
  'site.created': 'A harbour was added',
  'site.changed': 'A harbour was changed',
});
