/** Prints the first load of every page beside the size that is kept. With `--update` it keeps today's sizes. */
import { keepLoads, measureFirstLoads, readKeptLoads, whole } from './first-loads.ts';

const before = readKeptLoads();
const loads = measureFirstLoads();
for (const [page, load] of Object.entries(loads)) {
  const old = before[page];
  const change = old ? `${((whole(load) / whole(old) - 1) * 100).toFixed(1)} %` : 'new';
  const kilobytes = [load.scripts, load.styles].map((bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9));
  console.log(`${page.padEnd(48)}${kilobytes.join('')}${change.padStart(9)}`);
}
if (process.argv.includes('--update')) keepLoads(loads);
