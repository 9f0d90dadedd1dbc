/**
 * `npm run test:failover`: PostgreSQL's primary dies in the middle of payments, on a cluster of Patroni, etcd and
 * HAProxy. It takes about four minutes. As root on Debian it installs them.
 */
import { failoverTools, provideTools } from './debian-tools.mjs';
import { run } from './failure.mjs';
import { binary, environment, findNode, install } from './installed.mjs';
import { runProgram } from './program.mjs';
import { inProject } from './project.mjs';

await run(async () => {
  await install();
  await provideTools(failoverTools);
  const { code } = await runProgram(
    findNode(),
    [
      ...['--import', inProject('scripts', 'end-with-parent.mjs'), binary('vitest'), 'run'],
      ...['--config', inProject('scripts', 'failover.config.ts'), '--root', inProject()],
    ],
    { env: environment(), channel: true },
  );
  return code;
});
