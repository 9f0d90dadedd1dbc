import { accessSync, constants, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's folder in memory. */
const memory = '/dev/shm';
/** Several times the size of the databases of a run. */
const roomy = 3 * 1024 ** 3;

/** Returns the folders that may hold test databases. */
export const databaseParents = () => [memory, tmpdir()].filter((folder) => existsSync(folder));

/**
 * Makes a folder for a PostgreSQL that may be lost. Each new database has a thousand files, which cost a tenth in
 * memory.
 */
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
