/**
 * `npm run mutate [-- rules|services [part …]]`: mutation tests of the rules (minutes) and of the code that moves money
 * (hours on a busy machine). A part is one file of the services, such as `settle`.
 */
import { run } from './command/failure.mjs';
import { environment, findNode, install } from './command/installed.mjs';
import { buildPortal } from './build/portal.mjs';
import { runProgram } from './command/program.mjs';
import { serverSettings } from './run/server-program.mjs';

await run(async () => {
  await install();
  await buildPortal();
  const { code } = await runProgram(findNode(), ['mutation/run.ts', ...process.argv.slice(2)], {
    env: { ...environment(), ...serverSettings },
  });
  return code;
});
