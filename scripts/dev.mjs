/** `npm run dev`: like `npm start`, but everything reloads on change. Vite serves the portal on a port of its own. */
import { Children } from './run/children.mjs';
import { demoSettings, tellWhereToGo } from './run/demo.mjs';
import { run } from './command/failure.mjs';
import { binary, install } from './command/installed.mjs';
import { inProject } from './command/project.mjs';

await run(async () => {
  await install();
  const settings = { ...demoSettings(), LOG_LEVEL: process.env.LOG_LEVEL || 'info' };
  const portalPort = process.env.PORTAL_PORT || '5173';
  const endsWithParent = ['--import', inProject('scripts', 'run', 'end-with-parent.mjs')];
  const { default: pretty } = await import('pino-pretty'); // only there after install()
  const children = new Children(pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }));
  const shared = [inProject('packages'), inProject('languages')];
  const [sandbox, server] = await Promise.all([
    children.startReloading(['apps/sandbox/src/main.ts'], settings, [inProject('apps', 'sandbox', 'src')]),
    children.startReloading(['apps/server/src/main.ts'], settings, [inProject('apps', 'server', 'src'), ...shared]),
  ]);
  if (sandbox && server) {
    void children.start(
      [
        ...endsWithParent,
        binary('vite'),
        'apps/portal',
        '--strictPort',
        '--logLevel',
        'warn',
        '--clearScreen',
        'false',
      ],
      {
        ...settings,
        PORTAL_PORT: portalPort,
      },
    );
    tellWhereToGo({ ...settings, PORT: portalPort }, server);
  }
  return children.ended;
});
