/**
 * `npm test`: everything that must hold. Ends with the line `N passed, N failed` over all tests.
 * `npm test -- <file, or words of a title>` runs only those tests, with the builds that they need.
 * `npm run test:server` and `test:browser` run one half without the checks.
 */
import { parseArgs } from 'node:util';
import { runChecks } from './checks/run-checks.mjs';
import { provideTools } from './tools/debian-tools.mjs';
import { Failure, run } from './command/failure.mjs';
import { environment, install } from './command/installed.mjs';
import { buildPortal } from './build/portal.mjs';
import { buildProduct } from './build/product.mjs';
import { serverSettings } from './run/server-program.mjs';
import { clearReports, readFailures, readReports } from './test/reports.mjs';
import { selectTests } from './test/selection.mjs';
import { runRunner } from './test/runner.mjs';

/** The tests that start the whole product. Built before them, it costs none of them its time. */
const startProduct = /^(bench\/|scripts\/start\.test\.ts$)/;

/** Why the run failed outside the tests: what failed runners wrote to standard error. */
let complaints = '';

const { values: half, positionals: wanted } = parseArgs({
  options: { server: { type: 'boolean' }, browser: { type: 'boolean' } },
  allowPositionals: true,
});

await run(async () => {
  if (wanted.length > 0) return testSome(selectTests(wanted));
  if (half.server) return testSome({ vitest: ['apps/', 'packages/'], playwright: [] });
  if (half.browser) return testSome({ vitest: [], playwright: ['e2e/'] });
  return testAll();
});

async function testAll() {
  clearReports();
  let exitCode = 0;
  try {
    await install();
    await provideTools();
    await runChecks();
    await buildProduct();
    exitCode = (await runTests('vitest', ['run'])) + (await runTests('playwright', ['test']));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    complaints += error.message;
    exitCode = 1;
  }
  return close(exitCode);
}

/**
 * Runs a few tests during work. Keeps the reports of the last whole run.
 * @param {import('./test/selection.mjs').Selection} selection
 */
async function testSome({ vitest, playwright, title }) {
  await install();
  await provideTools();
  const named = title === undefined ? [] : ['-t', title];
  const inBrowser = title === undefined ? [] : ['-g', title];
  let exitCode = 0;
  if (vitest.some((file) => startProduct.test(file))) await buildProduct();
  else if (playwright.length > 0) await buildPortal();
  if (vitest.length > 0) exitCode += await runTests('vitest', ['run', '--reporter=default', ...named, ...vitest]);
  if (playwright.length > 0)
    exitCode += await runTests('playwright', ['test', '--reporter=list', ...inBrowser, ...playwright]);
  return exitCode === 0 ? 0 : 1;
}

/** @param {'vitest' | 'playwright'} runner @param {string[]} args */
async function runTests(runner, args) {
  const { code, output } = await runRunner(runner, args, { env: ownEnvironment(), keepsErrors: true });
  if (code !== 0) complaints += `${runner} ended with exit code ${code}\n${output}`;
  return code;
}

/**
 * Returns an environment without the settings of a server that runs beside the tests. All test processes share one
 * compile cache.
 */
function ownEnvironment() {
  const settings = new RegExp(
    '^(PORT|HOST|SANDBOX_.*|DATA_DIR|SECRETS_KEY.*|STATUS_.*|REQUEST_LOG|DRAIN_SECONDS|(MIGRATION_)?DATABASE_URL|' +
      'DATABASE_SESSION|NODE_ENV|WORKER|MAIL_.*|SENTRY_DSN|DEMO|CRASH_AT|PSEUDO_LANGUAGE|LOG_LEVEL)$',
  );
  const variables = Object.entries(environment()).filter(([name]) => !settings.test(name));
  return { ...Object.fromEntries(variables), ...serverSettings };
}

/** @param {number} exitCode */
function close(exitCode) {
  const { passed, failed, complete } = readReports();
  for (const failure of readFailures()) console.log(`\n${failure}`);
  if (!complete) console.log('\nA runner left no report, or ran no test.');
  // A runner may fail for a reason that no report has, as a fault while it ends. It counts as one.
  const isOutside = failed === 0 && (exitCode !== 0 || !complete);
  if (isOutside) console.log(`\nThe run failed outside the tests:\n${complaints.slice(-4_000)}`);
  console.log(`\n${passed} passed, ${isOutside ? 1 : failed} failed`);
  return failed === 0 && !isOutside ? 0 : 1;
}
