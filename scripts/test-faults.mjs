/**
 * `npm run test:faults`: all tests of payments under crashes, lost answers and many users at once. `npm test` runs
 * a shorter form.
 */
import { run } from './command/failure.mjs';
import { binary, environment, findNode, install } from './command/installed.mjs';
import { runProgram } from './command/program.mjs';
import { inProject } from './command/project.mjs';

const rounds = '20';

await run(async () => {
  await install();
  const vitest = ['run', '--project', 'server', '.faults.test.ts', '--outputFile.json=.reports/faults.json'];
  const { code } = await runProgram(
    findNode(),
    ['--import', inProject('scripts', 'run', 'end-with-parent.mjs'), binary('vitest'), ...vitest],
    { env: { ...environment(), FAULT_ROUNDS: rounds }, channel: true },
  );
  return code;
});
