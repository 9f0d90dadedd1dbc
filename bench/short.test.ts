import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** Sizes so small that the figures mean nothing. */
const short = {
  BENCH_ORDERS: '640',
  BENCH_ROWS: '50',
  BENCH_EXPORT: '200',
  BENCH_HISTORY: '0.01',
  BENCH_MARINAS: '20',
  BENCH_TURNS: '1',
  BENCH_SECONDS: '0',
};

const figures = [
  'list page  ',
  'memory under load',
  'list page, median latency as the table grows',
  'statements of a list page',
  'pay start, 95th percentile',
  'documents of visitors',
  'documents of signed-in customers',
  'longest event loop delay, 100 documents/s',
  'agreements: a long history',
  'stays, All, last page: a long history',
  'documents: statements',
  'cursor pages of 100 orders, median latency',
  'cursor pages: statements',
  'sign-ins',
  '20 marinas against 1: server start, first page',
  '20 marinas against 1: server start, ready',
  '20 marinas against 1: memory',
  '20 marinas against 1: list page',
  'statements of an idle server',
  'server start, existing database',
  'first page after npm start',
  '/login, JavaScript',
  '/secure/orders/outstanding, JavaScript',
  'import, rows of five files',
  'memory of the import',
  'import of an export of 200 rows against a tenth',
  'upserts of the API, one by one',
  'upserts of the API, 50 in bulk',
  'webhook lag beside a dead endpoint, 95th percentile',
];

/** Two halves at once, because each keeps one core busy. Each has servers of its own. */
const halves = [
  'list,growth,statements,pay,documents,histories,cursors,sign-ins',
  'marinas,start,first-page,bundles,import,export,upserts,webhooks',
];

const measure = (only: string) => run(['bench/main.ts'], { BENCH_ONLY: only, ...short });

async function run(program: string[], settings: NodeJS.ProcessEnv): Promise<{ lines: string[]; errors: string }> {
  const child = spawn(process.execPath, program, { env: { ...process.env, ...settings } });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { lines: out.split('\n'), errors };
}

test('every figure of the benchmark can be taken', async () => {
  const measured = await Promise.all(halves.map((only) => measure(only)));
  const errors = measured.map((half) => half.errors).join('\n');
  // The test does not check the budgets: exit code 1 is as good as 0. A figure that can't be measured prints no
  // line.
  const lines = measured.flatMap((half) => half.lines);
  const missing = figures.filter((name) => !lines.some((line) => line.startsWith(name)));
  expect(missing, errors).toEqual([]);
  expect(lines.filter((line) => / (ok|OVER)$/.test(line)).length, errors).toBeGreaterThan(figures.length);
}, 600_000);

test('Lighthouse measures a page of visitors and a page of a signed-in customer', async () => {
  const { lines, errors } = await run(['bench/lighthouse/main.ts', 'login', 'order'], { LIGHTHOUSE_TURNS: '1' });
  // The test checks no goals here either, but the page's accessibility, best practices and SEO.
  expect(lines.filter((line) => /^login +\d+( \*)? +100 +100 +100 /.test(line)).length, errors).toBe(1);
  expect(lines.filter((line) => /^order +\d+( \*)? +100 +100 /.test(line)).length, errors).toBe(1);
}, 600_000);
