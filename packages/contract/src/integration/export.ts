import { call } from '../call.ts';

/** Streams everything of the marina as a TAR archive. The archive is whole if `export.json` is its last file. */
export const exportMarina = call({
  name: 'export.get',
  summary: 'Everything of the marina as a TAR archive: all rows as lines of JSON, all files, and their hashes',
  method: 'GET',
  path: 'integration/v1/export',
  access: 'integration',
  scopes: ['export:read'],
  answer: { contentType: 'application/x-tar' },
});
