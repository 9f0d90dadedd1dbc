/** `npm run quayside -- <command>`: what an operator does to a marina from the command line. `--help` lists it. */
import { Failure, run } from './failure.mjs';
import { findNode, isInstalled } from './installed.mjs';
import { runProgram } from './program.mjs';

await run(async () => {
  if (!isInstalled({ development: false }))
    throw new Failure('The packages are not installed. Run "npm start" for the demo, or "npm ci --omit=dev", first.');
  const { code } = await runProgram(findNode(), ['apps/server/src/operator/main.ts', ...process.argv.slice(2)]);
  return code;
});
