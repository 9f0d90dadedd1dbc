/**
 * `npm run bench`: measures the budgets. BENCH_ORDERS, BENCH_ROWS, BENCH_EXPORT, BENCH_HISTORY, BENCH_MARINAS,
 * BENCH_TURNS, BENCH_SECONDS and BENCH_ONLY make it shorter.
 */
import { run } from './failure.mjs';
import { environment, findNode, install } from './installed.mjs';
import { buildProduct } from './product-build.mjs';
import { runProgram } from './program.mjs';
import { buildTestServer } from './server-build.mjs';

await run(async () => {
  await install();
  await buildProduct();
  await buildTestServer(); // has the operator's commands
  const { code } = await runProgram(findNode(), ['bench/main.ts'], { env: environment() });
  return code;
});
