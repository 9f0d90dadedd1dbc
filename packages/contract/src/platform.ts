import { z } from 'zod';
import { call } from './call.ts';

export const getHealth = call({
  name: 'getHealth',
  summary: 'Live, and ready when the database answers',
  method: 'GET',
  path: 'health',
  access: 'public',
  ofTenant: false,
  answer: z.object({ status: z.literal('ready') }),
});

export const getOpenApi = call({
  name: 'getOpenApi',
  summary: 'This document',
  method: 'GET',
  path: 'openapi.json',
  access: 'public',
  staff: 'read',
  answer: z.looseObject({ openapi: z.string() }),
});
