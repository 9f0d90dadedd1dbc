/**
 * `npm run mutate [-- rules|services]`: mutation tests of the rules (minutes) and of the code that moves money (an
 * hour).
 */
import { Failure, run } from './failure.mjs';
import { binary, environment, findNode, install } from './installed.mjs';
import { buildPortal } from './portal-build.mjs';
import { runProgram } from './program.mjs';
import { serverSettings } from './server-program.mjs';

const groups = ['rules', 'services'];

await run(async () => {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !groups.includes(name));
  if (unknown) throw new Failure(`There is no group ${unknown}. Use ${groups.join(' or ')}, or no name for both.`);
  await install();
  await buildPortal();
  let exitCode = 0;
  for (const group of named.length > 0 ? named : groups) {
    const env = { ...environment(), ...serverSettings, MUTATION_GROUP: group };
    const { code } = await runProgram(findNode(), [binary('stryker'), 'run'], { env });
    exitCode ||= code;
  }
  return exitCode;
});
