import pg from 'pg';

/** Owns the tables and migrates. */
export const ownerRole = 'quayside_owner';
/** Serves. Owns nothing, and row level security holds for it. */
export const applicationRole = 'quayside_app';

/** Creates the two roles and the database if they are missing. `docs/operating/running.md` has the same as SQL. */
export async function provideDatabase(adminUrl: string, database: string): Promise<void> {
  const client = new pg.Client(adminUrl);
  await client.connect();
  try {
    for (const role of [ownerRole, applicationRole]) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
      if (rowCount === 0) await client.query(`create role ${role} login`);
    }
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database "${database}" owner ${ownerRole}`);
  } finally {
    await client.end();
  }
}
