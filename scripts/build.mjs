/** `npm run build`: builds the portal for the server. The server itself needs no build. */
import { run } from './failure.mjs';
import { install } from './installed.mjs';
import { buildPortal } from './portal-build.mjs';

await run(async () => {
  await install();
  await buildPortal();
});
