import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { roundsOf, runRound } from '../../jobs/recurring.ts';
import { inputOf } from '../../testing/contract/contract-example.ts';
import { examples } from '../../testing/contract/contract-examples.ts';
import { type ContractFixture, makeContractFixture } from '../../testing/contract/contract-fixture.ts';
import { seedIntegration } from '../../testing/contract/integration-examples.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { testSecretKeys } from '../../testing/secret-keys.ts';
import { buildRecurring } from '../../worker/build-tasks.ts';
import { DatabaseClient } from '../client.ts';
import { coordinatorTables, sharedTables } from './tables.ts';

/** The texts of all statements that the server sent. */
const sent = new Set<string>();
let fixture: ContractFixture;
let admin: pg.Client;

beforeAll(async () => {
  fixture = await makeContractFixture(undefined, {}, recordedDatabase);
  // Row level security would add the marina by itself. It does not bind this role.
  admin = new pg.Client(inject('postgres').adminUrl.replace(/\/[^/?]*(?=\?|$)/, `/${fixture.app.testDatabase.name}`));
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await fixture.close();
});

function recordedDatabase(url: string): DatabaseClient {
  const database = new DatabaseClient({ url, size: 5, secretKeys: testSecretKeys });
  database.pool.on('connect', (client: pg.PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => never;
    client.query = (...args: unknown[]) => {
      const [first] = args;
      sent.add(typeof first === 'string' ? first : (first as { text: string }).text);
      return query(...args);
    };
  });
  return database;
}

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Node[];
  [detail: string]: unknown;
}

/** Returns the tables of marinas that a part of a plan reads for all marinas. An alternative names no marina. */
function widelyRead(node: Node): string[] {
  const table = node['Relation Name'];
  const conditions = ['Index Cond', 'Recheck Cond', 'Filter', 'TID Cond'].map((key) => JSON.stringify(node[key] ?? ''));
  const isWide =
    node['Node Type'] !== 'ModifyTable' &&
    table !== undefined &&
    // PostgreSQL's own tables have no rows of marinas.
    !table.startsWith('pg_') &&
    ![...sharedTables, ...coordinatorTables].includes(table) &&
    !conditions.some((condition) => /\btenant_id = (?!\(hashed|\S+\) OR )/.test(condition));
  return [...(isWide ? [table] : []), ...(node.Plans ?? []).flatMap(widelyRead)];
}

async function planOf(text: string): Promise<Node | undefined> {
  try {
    const { rows } = await admin.query(`explain (generic_plan, format json) ${text}`);
    return rows[0]['QUERY PLAN'][0].Plan;
  } catch (error) {
    // Temporary tables belong to a connection, and are no tables of marinas.
    if ((error as pg.DatabaseError).code === '42P01') return undefined;
    throw error;
  }
}

test('[RUN-8] every statement of a call or a job names the marina whose rows it reads', async () => {
  const calls = fixture.app.app.routesOfContract
    .map(({ call }) => call)
    .filter(({ name }) => !name.startsWith('signOut'));
  for (const call of calls) {
    const example = examples[call.name]?.(fixture);
    if (!example) throw new Error(`${call.name} has no example`);
    const isAccounts = call.access === 'account' || call.access === 'payer';
    const client = isAccounts ? fixture.owner.client : fixture.app.client('saltmarsh');
    await client.call(call, inputOf(example));
  }
  await seedIntegration(await programOf(fixture.app, fixture.tenant));
  for (const round of roundsOf(buildRecurring({ visibilityMs: 0, files: fixture.app.files })))
    await runRound({ ...fixture.app, log: fixture.app.app.log }, round, {
      mayRun: () => true,
      stopped: new AbortController().signal,
    });

  const statements = [...sent].filter((text) => /^\s*(select|insert|update|delete|with)\b/i.test(text));
  expect(statements.length).toBeGreaterThan(300);
  const wide: { text: string; tables: string[] }[] = [];
  for (const text of statements) {
    const plan = await planOf(text);
    const tables = plan ? widelyRead(plan) : [];
    if (tables.length > 0) wide.push({ text: text.replace(/\s+/g, ' ').trim(), tables });
  }
  // Nobody else could find the notes of a marina that was never created.
  expect(wide).toEqual([
    { text: expect.stringContaining('tenant_id not in (select unsafe_tenant_ids())'), tables: ['file_uploads'] },
  ]);
});
