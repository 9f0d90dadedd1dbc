import { existsSync } from 'node:fs';
import { findOwner } from './owner-lock.ts';
import { choosePlace } from './place.ts';
import { type EmbeddedPostgres, urlIn } from './start.ts';

/** A PostgreSQL that another program runs. */
export type RunningPostgres = Pick<EmbeddedPostgres, 'folder' | 'url'> & {
  /** The process that runs it, such as "the server on port 3000, process 4711". */
  owner: string;
};

/** Finds the PostgreSQL that runs on a folder now; null if none does. @throws Error if it can't be found out */
export async function findRunning(folder: string): Promise<RunningPostgres | null> {
  if (!existsSync(folder)) return null;
  const place = choosePlace(folder);
  const owner = await findOwner(place.sockets);
  return owner === undefined ? null : { owner, folder: place.folder, url: urlIn(place.sockets) };
}
