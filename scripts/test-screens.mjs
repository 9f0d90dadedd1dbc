/**
 * `npm run test:screens`: axe on every screen and dialog in every state: light and dark, desk and phone, English and
 * Arabic. `npm test` looks at each screen in one state.
 * `npm run test:screens -- firefox webkit`: axe in these engines instead, on every screen that has an address and on
 * every dialog.
 */
import { parseArgs } from 'node:util';
import { provideTools } from './tools/debian-tools.mjs';
import { Failure, run } from './command/failure.mjs';
import { environment, install } from './command/installed.mjs';
import { buildPortal } from './build/portal.mjs';
import { runRunner } from './test/runner.mjs';

const engines = ['chromium', 'firefox', 'webkit'];
const { positionals: wanted } = parseArgs({ allowPositionals: true });

await run(async () => {
  const unknown = wanted.find((engine) => !engines.includes(engine));
  if (unknown !== undefined) throw new Failure(`"${unknown}" is no engine. Name ${engines.join(', ')}, or none.`);
  await install();
  await provideTools();
  await buildPortal();
  const walk =
    wanted.length === 0
      ? ['--project=browser', 'e2e/every-state.spec.ts']
      : [
          ...wanted.map((engine) => `--project=${engine}`),
          'e2e/engines/every-state.spec.ts',
          'e2e/engines/dialogs.spec.ts',
        ];
  const { code } = await runRunner('playwright', ['test', '--reporter=list', ...walk], {
    env: { ...environment(), EVERY_STATE: 'on' },
  });
  return code;
});
