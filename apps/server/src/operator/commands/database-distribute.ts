import type { Kysely } from 'kysely';
import { z } from 'zod';
import { distribute, hasCitus } from '../../db/cluster/distribute.ts';
import { findObstacles } from '../../db/cluster/obstacles.ts';
import { command, OperatorError } from '../lib/command.ts';

/** Distributes the tables over the nodes of a Citus cluster. */
export const distributeDatabase = command({
  name: 'database distribute',
  summary: 'Distribute the tables over a Citus cluster, each marina on one node. The database may be empty or filled.',
  options: z.strictObject({
    check: z.boolean().default(false).meta({ description: 'only say if the tables could be distributed' }),
    trial: z.boolean().default(false).meta({ description: 'confirm that no server uses this database' }),
  }),
  async run({ ownerDb, say }, { check, trial }) {
    const db = ownerDb() as unknown as Kysely<unknown>;
    const obstacles = await findObstacles(db);
    if (obstacles.length > 0) throw new OperatorError(['The tables can’t be distributed:', ...obstacles].join('\n'));
    if (check) return say('Every table can be distributed by its marina.');
    if (!(await hasCitus(db)))
      throw new OperatorError(
        'MIGRATION_DATABASE_URL is no coordinator of Citus: the extension is missing, or it knows no worker. ' +
          'docs/operating/cluster.md says how to make a cluster.',
      );
    if (!trial)
      throw new OperatorError(
        'The server does not serve from a cluster yet (docs/operating/cluster.md). Give --trial if this database is ' +
          'a copy that no server uses.',
      );
    const { shared, byMarina } = await distribute(db);
    if (shared + byMarina === 0) return say('All tables are distributed already.');
    say(`${byMarina} tables are distributed by marina, and every node has ${shared} whole.`);
  },
});
