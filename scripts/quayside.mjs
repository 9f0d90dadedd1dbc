/** `npm run quayside -- <command>`: the operator's commands for a marina. `--help` lists them. */
import { Failure, run } from './command/failure.mjs';
import { findNode, isInstalled } from './command/installed.mjs';
import { runProgram } from './command/program.mjs';
import { isServerBuilt } from './build/server.mjs';
import { operatorFlags } from './run/server-program.mjs';

await run(async () => {
  if (!isInstalled({ development: false }))
    throw new Failure('The packages are not installed. Run "npm start" for the demo, or "npm ci --omit=dev", first.');
  const main = isServerBuilt() ? 'apps/server/dist/operator.js' : 'apps/server/src/operator/main.ts';
  const program = [...operatorFlags, main];
  const { code } = await runProgram(findNode(), [...program, ...process.argv.slice(2)], {
    input: true, // secrets come this way, because a command line is visible
  });
  return code;
});
