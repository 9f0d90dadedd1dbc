import { z } from 'zod';
import { call } from '../call.ts';
import { RunningNumber } from '../common.ts';

/** A harbour of the marina. Its number is its name. */
export const IntegrationSite = z.object({
  number: z.number().int(),
  name: z.string(),
  address: z.string(),
  telephone: z.string(),
  email: z.string(),
  timeZone: z.string(),
});

export const getSite = call({
  name: 'sites.get',
  summary: 'One harbour of the marina',
  method: 'GET',
  path: 'integration/v1/sites/:number',
  access: 'integration',
  scopes: ['sites:read'],
  params: z.strictObject({ number: RunningNumber }),
  answer: IntegrationSite,
});
