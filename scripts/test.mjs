/** `npm test`: everything that must hold. Ends with the line `N passed, N failed` over all tests. */
import { runChecks } from './checks.mjs';
import { provideTools } from './debian-tools.mjs';
import { Failure, run } from './failure.mjs';
import { binary, environment, findNode, install } from './installed.mjs';
import { buildPortal } from './portal-build.mjs';
import { runProgram } from './program.mjs';
import { inProject } from './project.mjs';
import { serverSettings } from './server-program.mjs';
import { clearReports, readReports } from './test-reports.mjs';

await run(async () => {
  clearReports();
  let exitCode = 0;
  try {
    await install();
    await provideTools();
    await runChecks();
    await buildPortal();
    exitCode = (await runTests(['vitest', 'run'])) + (await runTests(['playwright', 'test']));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    exitCode = 1;
  }
  return close(exitCode);
});

/** @param {string[]} command */
async function runTests([runner = '', ...args]) {
  const leash = ['--import', inProject('scripts', 'leash.mjs')];
  const { code } = await runProgram(findNode(), [...leash, binary(runner), ...args], {
    env: ownEnvironment(),
    channel: true,
  });
  return code;
}

/** The settings of a server that runs beside the tests are not theirs. What one process compiled serves the next. */
function ownEnvironment() {
  const settings =
    /^(PORT|HOST|SANDBOX_.*|DATA_DIR|(MIGRATION_)?DATABASE_URL|NODE_ENV|WORKER|MAIL_.*|SENTRY_DSN|DEMO|CRASH_AT|PSEUDO_LANGUAGE|LOG_LEVEL)$/;
  const kept = Object.entries(environment()).filter(([name]) => !settings.test(name));
  return { ...Object.fromEntries(kept), ...serverSettings };
}

/** @param {number} exitCode */
function close(exitCode) {
  const { passed, failed, complete } = readReports();
  console.log(`\n${passed} passed, ${failed} failed`);
  return exitCode === 0 && failed === 0 && complete ? 0 : 1;
}
