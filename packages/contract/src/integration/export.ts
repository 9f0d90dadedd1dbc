import { z } from 'zod';
import { call } from '../shared/call.ts';
import type { FileErrors } from '../shared/shared-errors.ts';

/**
 * Streams everything of the marina as a TAR archive. The archive is whole if `export.json` is its last file. After one
 * that broke off, `after` leaves out the files that the caller has. The rows come again, because they must be of one
 * moment.
 */
export const exportMarina = call({
  name: 'export.get',
  summary: 'Everything of the marina as a TAR archive: all rows as lines of JSON, all files, and their hashes',
  method: 'GET',
  path: 'integration/v1/export',
  access: 'integration',
  scopes: ['export:read'],
  query: z.object({
    after: z
      .string()
      .regex(/^[\w-]{1,100}$/)
      .optional()
      .meta({
        description:
          'The name of the last whole file of an archive that broke off: the end of its path `files/…/<name>`.',
      }),
  }),
  answer: { contentType: 'application/x-tar' },
});

/** The errors of these calls. See `FileErrors`. */
export const errors = { calls: { 'export.get': ['NOT_FOUND'] } } as const satisfies FileErrors;
