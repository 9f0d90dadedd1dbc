import { z } from 'zod';
import { call } from '../call.ts';
import { RunningNumber } from '../common.ts';
import { ListQuery, pageOf, TextField, Tracked } from './resource.ts';

/** A harbour of the marina. Its number is its name. */
export const SiteResource = z.object({
  number: z.number().int(),
  name: z.string(),
  address: z.string(),
  telephone: z.string(),
  email: z.string(),
  timeZone: z.string(),
  ...Tracked,
});

export const SiteRow = z.strictObject({
  name: TextField,
  address: TextField,
  telephone: TextField,
  email: TextField,
  timeZone: TextField,
});

const ByNumber = z.strictObject({ number: RunningNumber });
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
  body: SiteRow,
  answer: SiteResource,
});

export const patchSite = call({
  ...site,
  name: 'sites.patch',
  summary: 'Change some fields of a harbour (RFC 7396)',
  method: 'PATCH',
  scopes: ['sites:write'],
  body: SiteRow,
  answer: SiteResource,
});
