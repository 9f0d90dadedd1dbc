import { databaseTables } from '../db/db.tables.ts';
import type { DeclaredTable } from '../db/declared-table.ts';
import { httpTables } from '../http/http.tables.ts';
import { jobTables } from '../jobs/jobs.tables.ts';
import { features } from './features.ts';

/** All tables of the schema. `tables.test.ts` compares them with it. */
export const tables: readonly DeclaredTable[] = [
  ...databaseTables,
  ...jobTables,
  ...httpTables,
  ...features.flatMap((feature) => feature.tables ?? []),
];
