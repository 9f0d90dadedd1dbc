/**
 * `npm run lint`: checks format, lint, types, locked packages, paths in documents, import rules and dead code,
 * without the tests.
 */
import { runChecks } from './checks/run-checks.mjs';
import { run } from './command/failure.mjs';
import { install } from './command/installed.mjs';

await run(async () => {
  await install();
  await runChecks();
});
