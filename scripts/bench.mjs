/**
 * `npm run bench`: measures the budgets. BENCH_ORDERS, BENCH_ROWS, BENCH_EXPORT, BENCH_HISTORY, BENCH_MARINAS,
 * BENCH_TURNS, BENCH_SECONDS and BENCH_ONLY make it shorter.
 */
import { run } from './command/failure.mjs';
import { environment, findNode, install } from './command/installed.mjs';
import { buildProduct } from './build/product.mjs';
import { runProgram } from './command/program.mjs';
import { buildTestServer } from './build/server.mjs';

await run(async () => {
  await install();
  await buildProduct();
  await buildTestServer(); // has the operator's commands
  const { code } = await runProgram(findNode(), ['bench/main.ts'], { env: environment() });
  return code;
});
