import { setTimeout as pause } from 'node:timers/promises';
import { openS3, type S3Settings } from '../providers/files/s3.ts';

/** Stores a file without an end, for the test that kills this program. Its arguments: the settings, and the name. */
const [, , settings = '', name = ''] = process.argv;

async function* endless() {
  for (let sent = 0; ; sent += 1) {
    yield Buffer.alloc(1024 * 1024);
    // Two parts of 5 MB were sent before, so the storage has answered at least one of them.
    if (sent === 12) process.send?.('begun');
    if (sent >= 12) await pause(50);
  }
}

await openS3(JSON.parse(settings) as S3Settings).put(1, endless(), Number.MAX_SAFE_INTEGER, name);
