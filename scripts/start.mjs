/** `npm start`: runs all of Quayside on this machine, with the demo and the sandbox. */
import { Children } from './run/children.mjs';
import { Failure, run } from './command/failure.mjs';
import { findNode, install } from './command/installed.mjs';
import { demoSettings, tellWhereToGo } from './run/demo.mjs';
import { buildProduct } from './build/product.mjs';
import { serverProgram, serverSettings } from './run/server-program.mjs';

await run(async () => {
  if (process.env.NODE_ENV === 'production')
    throw new Failure(
      '"npm start" is the demo with its sandbox. In production: npm run build && NODE_ENV=production npm run serve.',
    );
  await install();
  findNode();
  await buildProduct();

  const settings = demoSettings();
  const children = new Children();
  const [sandbox, server] = await Promise.all([
    children.start(['apps/sandbox/src/main.ts'], { ...serverSettings, ...settings }),
    children.start(serverProgram, { ...serverSettings, ...settings }),
  ]);
  if (sandbox && server) tellWhereToGo(settings, server);
  return children.ended;
});
