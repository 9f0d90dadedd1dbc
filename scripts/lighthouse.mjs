/**
 * `npm run lighthouse`: measures the pages of the demo with Lighthouse, as a phone, and prints medians of three turns.
 * `npm run lighthouse -- login dashboard` measures only these pages. LIGHTHOUSE_TURNS changes the number of turns.
 */
import { provideTools } from './tools/debian-tools.mjs';
import { run } from './command/failure.mjs';
import { environment, findNode, install } from './command/installed.mjs';
import { buildProduct } from './build/product.mjs';
import { runProgram } from './command/program.mjs';

await run(async () => {
  await install();
  await provideTools();
  await buildProduct();
  const { code } = await runProgram(findNode(), ['bench/lighthouse/main.ts', ...process.argv.slice(2)], {
    env: environment(),
  });
  return code;
});
