/**
 * Measures pages of the demo with Lighthouse as a phone, and prints the medians beside their goals. Exits with 1 if a
 * goal is missed. The report of each page's middle turn is in .reports/lighthouse.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import lighthouse, { type Result } from 'lighthouse';
import puppeteer from 'puppeteer-core';
import { findChrome, quietArguments } from '../../scripts/tools/chrome.mjs';
import { medianOf } from '../load.ts';
import { type Demo, startDemo } from './demo.ts';
import { type MeasuredPage, pages } from './pages.ts';

const turns = Number(process.env.LIGHTHOUSE_TURNS || 3);
const reports = '.reports/lighthouse';
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in pages));
if (unknown !== undefined) throw new Error(`"${unknown}" is no page. Name ${Object.keys(pages).join(', ')}, or none.`);

interface Column {
  name: string;
  of: (result: Result) => number;
  write: (value: number) => string;
  holds: (value: number) => boolean;
}

/** The categories besides performance and search engines. */
const audited = ['accessibility', 'best-practices'];

const score = (category: string) => (result: Result) =>
  Math.round((result.categories[category]?.score ?? Number.NaN) * 100);
const figure = (audit: string) => (result: Result) => result.audits[audit]?.numericValue ?? Number.NaN;
const whole = (value: number) => value.toFixed(0);
const milliseconds = (value: number) => `${value.toFixed(0)} ms`;

const columns: Column[] = [
  { name: 'performance', of: score('performance'), write: whole, holds: (value) => value >= 98 },
  { name: 'accessibility', of: score('accessibility'), write: whole, holds: (value) => value === 100 },
  { name: 'best practices', of: score('best-practices'), write: whole, holds: (value) => value === 100 },
  { name: 'SEO', of: score('seo'), write: whole, holds: (value) => value === 100 },
  {
    name: 'first paint',
    of: figure('first-contentful-paint'),
    write: milliseconds,
    holds: () => true,
  },
  {
    name: 'largest paint',
    of: figure('largest-contentful-paint'),
    write: milliseconds,
    holds: (value) => value <= 1500,
  },
  {
    name: 'layout shift',
    of: figure('cumulative-layout-shift'),
    write: (value) => value.toFixed(4),
    holds: (value) => value < 0.000_05,
  },
  { name: 'blocking', of: figure('total-blocking-time'), write: milliseconds, holds: (value) => value <= 100 },
];

const [load = 0] = loadavg();
if (load > 1) console.error(`The load is ${load.toFixed(1)}: performance, paints and blocking are rough.`);

const demo = await startDemo();
const browser = await puppeteer.launch({
  browser: 'chrome',
  executablePath: findChrome() ?? 'chromium',
  args: quietArguments,
});
try {
  mkdirSync(reports, { recursive: true });
  const rows: string[][] = [['page', ...columns.map(({ name }) => name)]];
  const failures: string[] = [];
  for (const [name, page] of Object.entries(pages)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.error(`measuring ${name} …`);
    const results = await measure(name, page);
    const cells = columns.map(({ of, write, holds }) => {
      const value = medianOf(results.map(of));
      if (Number.isNaN(value)) return '';
      const isMissed = !holds(value);
      if (isMissed) process.exitCode = 1;
      return `${write(value)}${isMissed ? ' *' : ''}`;
    });
    rows.push([name, ...cells]);
    failures.push(...new Set(results.flatMap((result) => failedAudits(result).map((audit) => `${name}: ${audit}`))));
  }
  console.log(aligned(rows));
  console.log('\n* misses its goal: performance at least 98, accessibility, best practices and SEO 100, largest paint');
  console.log(
    '  at most 1500 ms, layout shift 0, blocking at most 100 ms. SEO is empty for pages that nobody may list.',
  );
  if (failures.length > 0) console.log(`\n${failures.join('\n')}`);
} finally {
  await browser.close();
  await demo.stop();
}

/** Measures a page in some turns, and keeps the report of the middle one. */
async function measure(name: string, { path, isIndexed = false }: MeasuredPage): Promise<Result[]> {
  const measured: { result: Result; report: string }[] = [];
  for (let turn = 0; turn < turns; turn += 1) measured.push(await measureOnce(demo, path(demo), isIndexed));
  const performance = score('performance');
  const sorted = measured.toSorted((a, b) => performance(a.result) - performance(b.result));
  writeFileSync(`${reports}/${name}.html`, sorted[Math.floor(sorted.length / 2)]?.report ?? '');
  return measured.map(({ result }) => result);
}

async function measureOnce({ url, session }: Demo, path: string, isIndexed: boolean) {
  // A page may have set cookies of its own, with which the next one would differ.
  await browser.deleteCookie(...(await browser.cookies()));
  const { hostname } = new URL(url);
  if (path.startsWith('/secure/')) await browser.setCookie({ ...session, domain: hostname, httpOnly: true });
  const run = await lighthouse(url + path, {
    port: Number(new URL(browser.wsEndpoint()).port),
    output: 'html',
    logLevel: 'error',
    // The last one counts what search engines need. A page that they must not list fails there.
    onlyCategories: ['performance', ...audited, ...(isIndexed ? ['seo'] : [])],
  });
  const result = run?.lhr;
  if (!result || result.runtimeError) throw new Error(`${path}: ${result?.runtimeError?.message ?? 'no result'}`);
  // A page that leads elsewhere would give figures of another page.
  const hides = path.startsWith('/consent-management/');
  if (!hides && new URL(result.finalDisplayedUrl).pathname !== path)
    throw new Error(`${path} led to ${result.finalDisplayedUrl}`);
  return { result, report: String(run.report) };
}

/** Returns the failed checks outside of performance, with the elements that failed them. */
function failedAudits({ categories, audits }: Result): string[] {
  const refs = [...audited, 'seo'].flatMap((name) => categories[name]?.auditRefs ?? []);
  return refs
    .filter(({ id, weight }) => weight > 0 && audits[id] !== undefined && (audits[id].score ?? 1) < 1)
    .map(({ id }) => [`${audits[id]?.title ?? id} (${id})`, ...elementsOf(audits[id]?.details)].join('\n    '));
}

function elementsOf(details: unknown): string[] {
  const { items = [] } = (details ?? {}) as { items?: { node?: { snippet?: string }; description?: string }[] };
  return items.map(({ node, description }) => node?.snippet ?? description ?? '').filter((text) => text !== '');
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
