import type pg from 'pg';
import { StartError } from '../../lib/start-error.ts';
import { checkingClient } from '../connections/reachable-database.ts';

/** The table that exists while a restore is under way. Its comment names the backup. */
const mark = 'public.unfinished_restore';

/** Marks a database before anything is restored into it. */
export async function markUnfinished(owner: pg.Client, from: string): Promise<void> {
  await owner.query(`create table if not exists ${mark} ()`);
  await owner.query(`comment on table ${mark} is ${owner.escapeLiteral(from)}`);
}

/** Removes the mark. Belongs into the transaction that has restored everything. */
export const removeMark = (owner: pg.Client) => owner.query(`drop table ${mark}`);

/** Checks that no restore into this database was broken off. @throws StartError that says how to go on */
export async function refuseUnfinishedRestore(url: string): Promise<void> {
  const client = checkingClient(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ from: string | null }>(
      `select obj_description(to_regclass('${mark}'), 'pg_class') as from`,
    );
    const from = rows[0]?.from;
    if (typeof from === 'string')
      throw new StartError(
        `The restore of ${from} into this database did not finish: its rows are missing. Run "quayside restore ` +
          `${from}" again.`,
      );
  } finally {
    await client.end();
  }
}
