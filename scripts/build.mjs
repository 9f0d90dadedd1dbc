/** `npm run build`: the portal, ready to be served. The server itself needs no build. */
import { run } from './failure.mjs';
import { install } from './installed.mjs';
import { buildPortal } from './portal-build.mjs';

await run(async () => {
  await install();
  await buildPortal();
});
