import { accessSync, constants, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's folder in memory. */
const memory = '/dev/shm';
/** Several times what the databases of a run come to. */
const roomy = 3 * 1024 ** 3;

/** Where databases of tests may lie. */
export const databaseParents = () => [memory, tmpdir()].filter((folder) => existsSync(folder));

/** A folder of its own for a PostgreSQL that may be lost: each new database is a thousand files, which memory takes at a tenth of the cost. */
export const makeDatabaseFolder = (prefix: string) => mkdtempSync(join(hasRoomInMemory() ? memory : tmpdir(), prefix));

function hasRoomInMemory(): boolean {
  try {
    accessSync(memory, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > roomy && freemem() > roomy;
  } catch {
    return false; // macOS has none
  }
}
