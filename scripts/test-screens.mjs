/**
 * `npm run test:screens`: axe on every screen and dialog in every state: light and dark, desk and phone, English and
 * Arabic. `npm test` looks at each screen in one state.
 */
import { provideTools } from './debian-tools.mjs';
import { run } from './failure.mjs';
import { binary, environment, findNode, install } from './installed.mjs';
import { buildPortal } from './portal-build.mjs';
import { runProgram } from './program.mjs';
import { inProject } from './project.mjs';

await run(async () => {
  await install();
  await provideTools();
  await buildPortal();
  const walk = ['test', '--project', 'browser', '--reporter=list', 'e2e/every-state.spec.ts'];
  const { code } = await runProgram(
    findNode(),
    ['--import', inProject('scripts', 'leash.mjs'), binary('playwright'), ...walk],
    { env: { ...environment(), EVERY_STATE: 'on' }, channel: true },
  );
  return code;
});
