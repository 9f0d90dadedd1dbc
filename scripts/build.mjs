/** `npm run build`: builds the portal and the server. */
import { run } from './failure.mjs';
import { install } from './installed.mjs';
import { buildProduct } from './product-build.mjs';

await run(async () => {
  await install();
  await buildProduct();
});
