import { statfs } from 'node:fs/promises';
import { findMissingKeys } from './db/secrets/check-secret-keys.ts';
import { readSchemaVersion, schemaVersion } from './db/schema-version.ts';
import type { Readiness } from './http/readiness.ts';
import { isStuck, unsafeReadQueues } from './jobs/queue-watch.ts';
import type { Environment } from './lib/settings/env.ts';
import { inTime } from './lib/time/in-time.ts';

/** The state of a copy that takes requests, as it knows it. `unknown`: the answer did not come in time. */
export interface CopyChecks {
  database: 'ok';
  /** `other`: another release has changed the tables, as during an upgrade. This copy serves on. */
  migrations: 'ok' | 'other' | 'unknown';
  /** Names the keys that this copy lacks to read the database's secrets. It serves on, without their providers. */
  secrets: 'ok' | `missing ${string}` | 'unknown';
  /** `full`: less than 100 MB is free in DATA_DIR. */
  disk: 'ok' | 'full' | 'unknown';
  /** `off`: this copy runs no jobs. `standing still`: a job of any copy waits for ten minutes. */
  worker: 'ok' | 'off' | 'standing still' | 'unknown';
}

const fullBytes = 100e6;

/** Returns the free bytes of a folder's disk; null if the disk does not answer. */
export async function readFreeBytes(folder: string): Promise<number | null> {
  const disk = await inTime(statfs(folder));
  return disk && disk.bavail * disk.bsize;
}

/** Looks at the parts of a copy. It answers within two seconds, whatever hangs. */
export async function checkCopy(
  { probe }: Pick<Readiness, 'probe'>,
  { dataDir, worker }: Pick<Environment, 'dataDir' | 'worker'>,
): Promise<CopyChecks> {
  const [version, missing, free, queues] = await Promise.all([
    probe ? inTime(readSchemaVersion(probe)) : null,
    probe ? inTime(findMissingKeys(probe.unsafeWithoutTenant(), probe.secretKeys)) : null,
    readFreeBytes(dataDir),
    probe && worker ? inTime(unsafeReadQueues(probe)) : null,
  ]);
  return {
    database: 'ok',
    migrations: version === null ? 'unknown' : version === schemaVersion ? 'ok' : 'other',
    secrets: missing === null ? 'unknown' : missing.length === 0 ? 'ok' : `missing ${missing.join(' and ')}`,
    disk: free === null ? 'unknown' : free < fullBytes ? 'full' : 'ok',
    worker: !worker ? 'off' : queues === null ? 'unknown' : queues.some(isStuck) ? 'standing still' : 'ok',
  };
}
