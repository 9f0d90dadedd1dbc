/**
 * Measures the budgets of docs/decisions/0006-performance-budgets.md on the real processes, and prints them beside
 * their floors. Exits with 1 if one is over.
 */
import { measureBundles } from './figures/bundles.ts';
import { measureCursorPages } from './figures/cursor-pages.ts';
import { measureDocuments } from './figures/documents.ts';
import { measureImport, measureLargeImport } from './figures/import.ts';
import { measureGrowth, measureListPage } from './figures/list-page.ts';
import { measureLongHistories } from './figures/long-histories.ts';
import { measureManyMarinas } from './figures/many-marinas.ts';
import { measurePayStart } from './figures/pay-start.ts';
import { measureSignIns } from './figures/sign-ins.ts';
import { measureFirstPage, measureServerStart } from './figures/starts.ts';
import { countStatements } from './figures/statements.ts';
import { measureUpserts } from './figures/upserts.ts';
import { measureWebhookLag } from './figures/webhook-lag.ts';
import { type BenchMarina, fillMarina } from './marina.ts';
import { type Figure, holds, table } from './report.ts';
import { startScratchPostgres } from './scratch-postgres.ts';

const number = (name: string, fallback: number) => Number(process.env[name] || fallback);
/** Number of orders of the big table. The small one has a hundredth, at most 10,000. */
const orders = number('BENCH_ORDERS', 1_000_000);
const fewOrders = Math.min(10_000, Math.max(1000, Math.round(orders / 100)));
/** Number of rows of the imported files. */
const rows = number('BENCH_ROWS', 100_000);
/** Number of rows of a vendor's export. */
const exported = number('BENCH_EXPORT', 1_000_000);
/** Size of the long histories, as a share of the usual size. */
const history = number('BENCH_HISTORY', 1);
/** Number of marinas of a server with many. The other one has a hundredth. */
const marinas = number('BENCH_MARINAS', 1_000);
const turns = { count: number('BENCH_TURNS', 3), seconds: number('BENCH_SECONDS', 5) };
/** Names of the figures to measure, separated by commas. Empty for all. */
const only = (process.env.BENCH_ONLY ?? '').split(',').filter((name) => name !== '');

type Marinas = { many: BenchMarina; few: BenchMarina };
type Crowded = { crowded: BenchMarina; quiet: BenchMarina };

const overDatabase: Record<string, (marinas: Marinas) => Promise<Figure[]>> = {
  list: ({ many }) => measureListPage(many, turns),
  growth: ({ many, few }) => measureGrowth(many, few, turns),
  statements: ({ few }) => countStatements(few),
  pay: ({ many }) => measurePayStart(many, turns.seconds),
  documents: ({ few }) => measureDocuments(few, turns),
  histories: ({ few }) => measureLongHistories(few, turns, history),
  cursors: ({ many, few }) => measureCursorPages({ marina: many, orders }, { marina: few, orders: fewOrders }, turns),
  'sign-ins': ({ few }) => measureSignIns(few, turns),
};

const overCrowds: Record<string, (marinas: Crowded) => Promise<Figure[]>> = {
  marinas: (of) => measureManyMarinas(of, { many: marinas, few: Math.max(1, Math.round(marinas / 100)) }, turns),
};

const alone: Record<string, () => Promise<Figure[]> | Figure[]> = {
  start: () => measureServerStart(turns.count),
  'first-page': measureFirstPage,
  bundles: measureBundles,
  import: () => measureImport(rows),
  export: () => measureLargeImport(exported),
  upserts: () => measureUpserts(rows, turns.seconds),
  webhooks: () => measureWebhookLag(turns.seconds),
};

const figures: Figure[] = [];
const wanted = (name: string) => only.length === 0 || only.includes(name);

async function measureAll<T>(
  kinds: Record<string, (given: T) => Promise<Figure[]> | Figure[]>,
  given: T,
): Promise<void> {
  for (const [name, take] of Object.entries(kinds)) {
    if (!wanted(name)) continue;
    console.error(`measuring ${name} …`);
    const measured = await take(given);
    figures.push(...measured);
    console.error(table(measured));
  }
}

const postgres = await startScratchPostgres();
try {
  const fill = async (name: string, count: number) => fillMarina(await postgres.create(name), count);
  if (Object.keys(overDatabase).some(wanted)) {
    console.error(`loading ${orders} orders …`);
    await measureAll(overDatabase, { many: await fill('many', orders), few: await fill('few', fewOrders) });
  }
  if (Object.keys(overCrowds).some(wanted))
    await measureAll(overCrowds, { crowded: await fill('crowded', fewOrders), quiet: await fill('quiet', fewOrders) });
} finally {
  await postgres.stop();
}
await measureAll(alone, undefined);

console.log(table(figures));
process.exitCode = figures.every(holds) ? 0 : 1;
