/**
 * `npm run test:failover` and its like: walks what the operator's guide says, on real programs of Debian, in minutes.
 * As root on Debian it installs them.
 */
import { provideTools, walkTools } from './tools/debian-tools.mjs';
import { Failure, run } from './command/failure.mjs';
import { install } from './command/installed.mjs';
import { inProject } from './command/project.mjs';
import { runRunner } from './test/runner.mjs';

await run(async () => {
  const walk = process.argv[2] ?? '';
  const tools = walkTools[walk];
  if (!tools) throw new Failure(`Name one of these: ${Object.keys(walkTools).join(', ')}.`);
  await install();
  await provideTools(tools);
  const { code } = await runRunner('vitest', [
    'run',
    `${walk}.walk.test.ts`,
    '--config',
    inProject('scripts', 'test', 'walks.config.ts'),
    '--root',
    inProject(),
    `--outputFile.json=.reports/${walk}.json`,
  ]);
  return code;
});
