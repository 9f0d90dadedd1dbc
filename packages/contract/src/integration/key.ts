import { z } from 'zod';
import { call } from '../call.ts';
import { Instant } from '../common.ts';
import { Scope } from './scopes.ts';

/** The key of a request, and the marina that it opens. */
export const ApiKey = z.object({
  id: z.number().int(),
  /** The name that the office gave it. */
  name: z.string(),
  mode: z.enum(['live', 'test']),
  scopes: z.array(Scope),
  /** The time at which it ends by itself. */
  expiresAt: Instant.nullable(),
  tenant: z.object({ key: z.string(), name: z.string(), currency: z.string() }),
});

export const getOwnKey = call({
  name: 'key.get',
  summary: 'The key that you use, its scopes, and the marina that it opens',
  method: 'GET',
  path: 'integration/v1/key',
  access: 'integration',
  answer: ApiKey,
});
