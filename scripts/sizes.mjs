/**
 * `npm run sizes`: prints how much each page loads first, scripts and styles, and how that differs from what is kept in
 * `bench/first-loads.json`. `npm run sizes -- --update` keeps today's sizes. `npm test` fails if a page grew by 2 %.
 */
import { run } from './command/failure.mjs';
import { environment, findNode, install } from './command/installed.mjs';
import { buildPortal } from './build/portal.mjs';
import { runProgram } from './command/program.mjs';

await run(async () => {
  await install();
  await buildPortal();
  const { code } = await runProgram(findNode(), ['bench/sizes.ts', ...process.argv.slice(2)], { env: environment() });
  return code;
});
