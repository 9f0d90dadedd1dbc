import { z } from 'zod';
import { call } from '../call.ts';
import { RunningNumber } from '../common.ts';
import { eventsOf } from './event.ts';
import { documented, ListQuery, pageOf, TextField, Tracked, whole } from './resource.ts';

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

export const WholeSite = whole(SiteRow, ['name', 'address', 'telephone', 'email', 'timeZone']);

const ByNumber = documented(z.strictObject({ number: RunningNumber }), about);
const site = {
  path: 'integration/v1/sites/:number',
  access: 'integration',
  params: ByNumber,
  versioned: true,
} as const;

export const listSiteResources = call({
  name: 'sites.list',
  summary: 'The harbours of the marina',
  method: 'GET',
  path: 'integration/v1/sites',
  access: 'integration',
  scopes: ['sites:read'],
  query: ListQuery,
  answer: pageOf(SiteResource),
});

export const getSite = call({
  ...site,
  name: 'sites.get',
  summary: 'One harbour of the marina',
  method: 'GET',
  scopes: ['sites:read'],
  answer: SiteResource,
});

export const putSite = call({
  ...site,
  name: 'sites.put',
  summary: 'Create or replace a harbour',
  method: 'PUT',
  scopes: ['sites:write'],
  creates: true,
  body: WholeSite,
  answer: SiteResource,
});

export const patchSite = call({
  ...site,
  name: 'sites.patch',
  summary: 'Change some fields of a harbour (RFC 7396)',
  method: 'PATCH',
  scopes: ['sites:write'],
  body: SiteRow,
  bodyExample: { telephone: '+441632960001' },
  answer: SiteResource,
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
