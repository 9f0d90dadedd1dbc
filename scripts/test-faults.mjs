/**
 * `npm run test:faults`: all tests of payments under crashes, lost answers and many users at once. `npm test` runs
 * a shorter form.
 */
import { run } from './command/failure.mjs';
import { environment, install } from './command/installed.mjs';
import { runRunner } from './test/runner.mjs';

const rounds = '20';

await run(async () => {
  await install();
  const vitest = ['run', '--project', 'server', '.faults.test.ts', '--outputFile.json=.reports/faults.json'];
  const { code } = await runRunner('vitest', vitest, { env: { ...environment(), FAULT_ROUNDS: rounds } });
  return code;
});
