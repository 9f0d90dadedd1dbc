import { z } from 'zod';
import { call } from '../shared/call.ts';

export const getHealth = call({
  name: 'getHealth',
  summary: 'Get the health of the server',
  method: 'GET',
  path: 'health',
  access: 'public',
  ofTenant: false,
  answer: z.object({ status: z.literal('ready') }),
});

export const getOpenApi = call({
  name: 'getOpenApi',
  summary: 'Get this document',
  method: 'GET',
  path: 'openapi.json',
  access: 'public',
  staff: 'read',
  answer: z.looseObject({ openapi: z.string() }),
});

export const getIntegrationOpenApi = call({
  name: 'getIntegrationOpenApi',
  summary: 'Get the document of the integration API, for the programs of the marina',
  method: 'GET',
  path: 'integration/v1/openapi.json',
  access: 'public',
  staff: 'read',
  answer: z.looseObject({ openapi: z.string() }),
});
