import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { saltmarsh } from '../../apps/server/src/demo/marinas.ts';
import { findFreePorts } from '../../apps/server/src/testing/processes/free-ports.ts';
import { measure, medianOf } from '../load.ts';
import { addMarinas, type BenchMarina } from '../marina.ts';
import { memoryOf, startServer } from '../processes.ts';
import { type Figure, rounded } from '../report.ts';
import { listRequests } from '../requests.ts';
import type { Turns } from './list-page.ts';
import { firstAnswer } from './starts.ts';

/** The numbers of marinas of the two servers that are compared. */
interface Crowds {
  few: number;
  many: number;
}

interface Seen {
  firstPageSeconds: number;
  readySeconds: number;
  megabytes: number;
  /** The median time of the list page, in milliseconds. */
  median: number;
}

/** Compares a server of many marinas with one of few, and counts the statements of a server that nobody asks. */
export async function measureManyMarinas(
  { crowded, quiet }: { crowded: BenchMarina; quiet: BenchMarina },
  crowds: Crowds,
  turns: Turns,
): Promise<Figure[]> {
  await addMarinas(crowded, crowds.many - 1);
  await addMarinas(quiet, crowds.few - 1);
  // The first start of a version checks the providers of all marinas. Later ones check those that have changed.
  for (const marina of [crowded, quiet]) await (await startServer(marina)).stop();
  const pairs: { many: Seen; few: Seen }[] = [];
  for (let turn = 0; turn < turns.count; turn += 1)
    pairs.push({ many: await look(crowded, turns.seconds), few: await look(quiet, turns.seconds) });
  const compared = `${crowds.many} marinas against ${crowds.few}`;
  const figure = (what: string, of: keyof Seen, unit: string): Figure => ({
    what: `${compared}: ${what}`,
    figure: `${rounded(medianOf(pairs.map(({ many }) => many[of])))} ${unit}`,
    floor: `${rounded(medianOf(pairs.map(({ few }) => few[of])))} ${unit}`,
    value: medianOf(pairs.map(({ many, few }) => many[of] / few[of])),
    budget: { most: 1.2 },
  });
  const idle = await idleStatements(crowded, turns.seconds);
  return [
    figure('server start, first page', 'firstPageSeconds', 's'),
    figure('server start, ready', 'readySeconds', 's'),
    figure('memory', 'megabytes', 'MB'),
    figure('list page', 'median', 'ms'),
    {
      what: `statements of an idle server, ${crowds.many} marinas`,
      figure: `${rounded(idle)}/s`,
      floor: '',
      value: idle,
      budget: { most: 10 },
    },
  ];
}

async function look(marina: BenchMarina, seconds: number): Promise<Seen> {
  const port = await findFreePorts(1);
  const began = performance.now();
  const passed = () => (performance.now() - began) / 1000;
  const firstPage = firstAnswer(`http://127.0.0.1:${port}/login`, { tenantkey: saltmarsh.key }).then(passed);
  const server = await startServer(marina, { PORT: String(port) });
  const readySeconds = passed();
  try {
    const load = { url: server.url, requests: listRequests(marina) };
    await measure({ ...load, seconds: Math.min(1, seconds) }); // warm
    const { median } = await measure({ ...load, seconds });
    return { firstPageSeconds: await firstPage, readySeconds, megabytes: memoryOf(server.pid) ?? 0, median };
  } finally {
    await server.stop();
  }
}

/** Counts what a server sends by itself: its jobs, its heartbeats, its polling. */
async function idleStatements(marina: BenchMarina, seconds: number): Promise<number> {
  const client = new pg.Client(marina.superUrl);
  await client.connect();
  const server = await startServer(marina);
  try {
    await client.query('create extension if not exists pg_stat_statements');
    if (seconds > 0) await pause(5_000); // a start sends more
    const count = async () => {
      const { rows } = await client.query<{ calls: number }>(
        `select coalesce(sum(calls), 0)::float8 as calls from pg_stat_statements
         where dbid = (select oid from pg_database where datname = current_database())
           and userid = (select oid from pg_roles where rolname = 'quayside_app')`,
      );
      return rows[0]?.calls ?? 0;
    };
    const before = await count();
    const began = performance.now();
    await pause(Math.max(1, seconds * 12) * 1_000); // a minute by default: the slowest job of all marinas is among it
    return ((await count()) - before) / ((performance.now() - began) / 1_000);
  } finally {
    await server.stop();
    await client.end();
  }
}
