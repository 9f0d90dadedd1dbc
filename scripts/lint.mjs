/**
 * `npm run lint`: checks format, lint, types, locked packages, paths in documents, import rules and dead code,
 * without the tests.
 */
import { runChecks } from './checks.mjs';
import { run } from './failure.mjs';
import { install } from './installed.mjs';

await run(async () => {
  await install();
  await runChecks();
});
