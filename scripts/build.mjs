/** `npm run build`: builds the portal and the server. */
import { run } from './command/failure.mjs';
import { install } from './command/installed.mjs';
import { buildProduct } from './build/product.mjs';

await run(async () => {
  await install();
  await buildProduct();
});
