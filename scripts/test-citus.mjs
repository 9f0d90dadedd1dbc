/**
 * Distributes an empty and a filled database over a real Citus cluster of three nodes on this machine, and looks at
 * the result: `CITUS_BIN=/usr/lib/postgresql/17/bin node scripts/test-citus.mjs`. Debian has no Citus; its makers have
 * packages and sources. The folder has the programs of a PostgreSQL with Citus.
 */
import { run } from './command/failure.mjs';
import { install } from './command/installed.mjs';
import { inProject } from './command/project.mjs';
import { runRunner } from './test/runner.mjs';

await run(async () => {
  if (process.env['CITUS_BIN'] === undefined) {
    console.error('Set CITUS_BIN to the folder with the programs of a PostgreSQL that has Citus.');
    return 1;
  }
  await install();
  const { code } = await runRunner('vitest', [
    'run',
    '--config',
    inProject('scripts', 'test', 'citus.config.ts'),
    '--root',
    inProject(),
  ]);
  return code;
});
