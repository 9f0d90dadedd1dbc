/** `npm run serve`: the server alone, as in production. */
import { existsSync } from 'node:fs';
import { refuseBlockedPort } from './run/blocked-ports.mjs';
import { Children } from './run/children.mjs';
import { Failure, run } from './command/failure.mjs';
import { isInstalled } from './command/installed.mjs';
import { inProject } from './command/project.mjs';
import { serverProgram, serverSettings } from './run/server-program.mjs';

await run(async () => {
  refuseBlockedPort('PORT', process.env.PORT || '3000', 1);
  if (!isInstalled({ development: false }))
    throw new Failure('The packages are not installed. Run "npm ci --omit=dev" first.');
  const built = { portal: ['portal', 'dist', 'index.html'], server: ['server', 'dist', 'main.js'] };
  for (const [name, path] of Object.entries(built))
    if (!existsSync(inProject('apps', ...path)))
      throw new Failure(
        `The ${name} is not built. Run "npm run build" first (it needs the packages for development: "npm ci").`,
      );
  const children = new Children();
  await children.start(serverProgram, {
    ...serverSettings,
    NODE_ENV: process.env.NODE_ENV || 'production',
  });
  return children.ended;
});
