import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** Sizes so small that the figures mean nothing. */
const short = {
  BENCH_ORDERS: '640',
  BENCH_ROWS: '50',
  BENCH_EXPORT: '200',
  BENCH_HISTORY: '0.01',
  BENCH_TURNS: '1',
  BENCH_SECONDS: '0',
};

const figures = [
  'list page  ',
  'memory under load',
  'list page, median latency as the table grows',
  'statements of a list page',
  'pay start, 95th percentile',
  'agreements: a long history',
  'stays, All, last page: a long history',
  'documents: statements',
  'sign-ins',
  'server start, existing database',
  'first page after npm start',
  'login, JavaScript',
  'outstanding orders, JavaScript',
  'import, rows of five files',
  'memory of the import',
  'import of an export of 200 rows against a tenth',
];

test('every figure of the benchmark can be taken', async () => {
  const child = spawn(process.execPath, ['bench/main.ts'], { env: { ...process.env, BENCH_ONLY: '', ...short } });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  // The test does not check the budgets: exit code 1 is as good as 0. A figure that can't be measured prints no
  // line.
  const lines = out.split('\n');
  const missing = figures.filter((name) => !lines.some((line) => line.startsWith(name)));
  expect(missing, err).toEqual([]);
  expect(lines.filter((line) => / (ok|OVER)$/.test(line)).length, err).toBeGreaterThan(figures.length);
}, 600_000);
