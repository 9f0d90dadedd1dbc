import { z } from 'zod';
import { type Operation, readBody } from './operation.ts';

const Setup = z.strictObject({});

/** The call with which the script of the hosted fields checks the page's key. */
export const setupOperations: readonly Operation[] = [
  {
    name: 'fields.setup',
    method: 'POST',
    path: '/js/v1/setup',
    keys: ['token'],
    handle: (call) => {
      readBody(Setup, call);
      return { status: 200, body: {} };
    },
  },
];
