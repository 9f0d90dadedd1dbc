import { setTimeout as pause } from 'node:timers/promises';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { putAccount } from '@quayside/contract/integration/accounts.ts';
import { createImport } from '@quayside/contract/integration/imports.ts';
import type { Request } from 'autocannon';
import pg from 'pg';
import { measureOnce } from '../load.ts';
import { startServer } from '../processes.ts';
import { makeMarinas, makePrograms, type Program } from '../programs.ts';
import { type Figure, rounded } from '../report.ts';
import { type ScratchDatabase, startScratchPostgres } from '../scratch-postgres.ts';

const connections = 32;

/**
 * Measures how fast programs store customers by the integration API: all by one import, and then one `PUT` for each
 * new one, as a marina begins. The floor is PostgreSQL alone with the same rows of the same table. It commits one row
 * after the other, as the changes of one marina do: events, audit trail and numbers have the order of the commits.
 * @param rows of the import
 * @param seconds of the single requests, about; 0 for one request from each connection
 */
export async function measureUpserts(rows: number, seconds: number): Promise<Figure[]> {
  const postgres = await startScratchPostgres();
  try {
    const database = await postgres.create('upserts');
    const [marina = 0, floorMarina = 0] = await makeMarinas(database, 2);
    const keys = await makePrograms(
      database,
      Array.from({ length: connections }, () => marina),
    );
    const count = Math.max(connections, seconds * 100);
    const server = await startServer(database);
    try {
      const bulkFloor = await bulkUpsert(database, floorMarina, rows);
      const bulk = await importRows(server.url, keys[0], rows);
      await analyse(database);
      await measureOnce(server.url, putRequests(keys, 'W', connections)); // warm
      const floor = await singleUpserts(database, floorMarina, count);
      const { perSecond } = await measureOnce(server.url, putRequests(keys, 'S', count));
      return [
        {
          what: 'upserts of the API, one by one',
          figure: `${rounded(perSecond)}/s`,
          floor: `${rounded(floor)}/s`,
          value: perSecond / floor,
          budget: { least: 0.06 },
        },
        {
          what: `upserts of the API, ${rows.toLocaleString('en')} in bulk`,
          figure: `${Math.round(bulk)}/s`,
          floor: `${Math.round(bulkFloor)}/s`,
          value: bulk,
          budget: { least: 2_000 },
        },
      ];
    } finally {
      await server.stop();
    }
  } finally {
    await postgres.stop();
  }
}

/** Returns one request for each customer. The customers of a connection come with its own key. */
function putRequests(keys: readonly Program[], prefix: string, count: number): Request[] {
  const share = Math.ceil(count / keys.length);
  return keys.flatMap(({ headers }, key) =>
    Array.from({ length: share }, (_, place) => {
      const index = key * share + place;
      const path = apiBase + putAccount.path.replace(':reference', `${prefix}-${index}`);
      return { method: 'PUT', path, headers, body: JSON.stringify(customer(index)) };
    }),
  );
}

const customer = (index: number) => ({
  site: 1,
  firstName: 'Robin',
  lastName: `Number ${index}`,
  email: `robin.${index}@example.com`,
  town: 'Lymington',
});

/** Sends one import, and waits until its rows are stored. @returns the rows a second */
async function importRows(url: string, program: Program | undefined, rows: number): Promise<number> {
  const line = (index: number) => {
    const { firstName: first_name, lastName: last_name, ...rest } = customer(index);
    return JSON.stringify({ kind: 'accounts', row: { reference: `B-${index}`, first_name, last_name, ...rest } });
  };
  const body = Array.from({ length: rows }, (_, index) => `${line(index)}\n`).join('');
  const authorization = program?.headers.authorization ?? '';
  const imports = `${url}${apiBase}${createImport.path}`;
  const began = performance.now();
  const headers = { authorization, 'content-type': 'application/x-ndjson' };
  let state = await answerOf(await fetch(imports, { method: 'POST', headers, body }));
  while (state.endedAt === null) {
    await pause(50);
    state = await answerOf(await fetch(`${imports}/${state.id}`, { headers: { authorization } }));
  }
  if (state.state !== 'done') throw new Error(`the import is ${state.state}`);
  return (rows * 1000) / (performance.now() - began);
}

async function answerOf(response: Response) {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as { id: string; state: string; endedAt: string | null };
}

const columns = 'tenant_id, id, reference, guid, site_id, firstname, lastname, email, town, opaque_token, created_at';
const onConflict = 'on conflict (tenant_id, id) do update set lastname = excluded.lastname';

/** Stores customers by PostgreSQL alone, one transaction after the other. @returns the rows a second */
async function singleUpserts({ superUrl }: ScratchDatabase, tenantId: number, count: number): Promise<number> {
  const client = new pg.Client(superUrl);
  await client.connect();
  const values = `$1, $2, $3, gen_random_uuid(), 1, $4, $5, $6, $7, gen_random_uuid(), now()`;
  const statement = { name: 'upsert', text: `insert into accounts (${columns}) values (${values}) ${onConflict}` };
  try {
    const began = performance.now();
    for (let index = 0; index < count; index += 1) {
      const { firstName, lastName, email, town } = customer(index);
      const row = [tenantId, index + 1, `S-${index}`, firstName, lastName, email, town];
      await client.query({ ...statement, values: row });
    }
    return (count * 1000) / (performance.now() - began);
  } finally {
    await client.end();
  }
}

/** Counts what the tables hold, as autovacuum does after an import. The benchmark runs without it. */
async function analyse({ superUrl }: ScratchDatabase): Promise<void> {
  const client = new pg.Client(superUrl);
  await client.connect();
  try {
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

/** Stores customers by PostgreSQL alone, all by one statement. @returns the rows a second */
async function bulkUpsert({ superUrl }: ScratchDatabase, tenantId: number, count: number): Promise<number> {
  const client = new pg.Client(superUrl);
  await client.connect();
  try {
    const rows = JSON.stringify(Array.from({ length: count }, (_, index) => ({ index, ...customer(index) })));
    const began = performance.now();
    await client.query(
      `insert into accounts (${columns})
       select $1, 1000000 + index, 'B-' || index, gen_random_uuid(), 1, "firstName", "lastName", email, town,
         gen_random_uuid(), now()
       from json_to_recordset($2) as r (index int, "firstName" text, "lastName" text, email text, town text)
       ${onConflict}`,
      [tenantId, rows],
    );
    return (count * 1000) / (performance.now() - began);
  } finally {
    await client.end();
  }
}
