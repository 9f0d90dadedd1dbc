import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Instant } from '../shared/common.ts';
import { documented } from './resource.ts';
import { Scope } from './scopes.ts';

/** The key of a request, and the marina that it opens. */
export const ApiKey = documented(
  z.object({
    id: z.number().int(),
    name: z.string(),
    mode: z.enum(['live', 'test']),
    scopes: z.array(Scope),
    expiresAt: Instant.nullable(),
    tenant: z.object({
      key: z.string(),
      name: z.string(),
      currency: z.string(),
      defaultLanguage: z.string(),
      languages: z.array(z.string()).meta({
        description: 'All languages of the marina. An object with texts by language needs one in each of them.',
      }),
    }),
  }),
  {
    id: [1],
    name: ['Back office', 'The name that the office gave it.'],
    mode: ['test', 'A test key works only while all payment providers of the marina are in test mode.'],
    scopes: [['accounts:read', 'orders:read']],
    expiresAt: [null, 'The time at which it ends by itself.'],
    tenant: [
      {
        key: 'saltmarsh',
        name: 'Saltmarsh Marina',
        currency: 'GBP',
        defaultLanguage: 'en-GB',
        languages: ['en-GB', 'fr-FR'],
      },
      'The marina that the key opens.',
    ],
  },
);

export const getOwnKey = call({
  name: 'key.get',
  summary: 'The key that you use, its scopes, and the marina that it opens',
  method: 'GET',
  path: 'integration/v1/key',
  access: 'integration',
  answer: ApiKey,
});
