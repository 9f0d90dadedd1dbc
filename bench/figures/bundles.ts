import { measureFirstLoads, scriptBudgets } from '../first-loads.ts';
import type { Figure } from '../report.ts';

/** Measures the files that a browser loads for its first page, with brotli. A kilobyte has 1,000 bytes. */
export function measureBundles(): Figure[] {
  const loads = measureFirstLoads();
  return [
    ...Object.entries(scriptBudgets).map(([page, most]) => size(`${page}, JavaScript`, loads[page]?.scripts, most)),
    size('/login, CSS', loads['/login']?.styles, 12),
  ];
}

function size(what: string, bytes = Number.NaN, most: number): Figure {
  const value = bytes / 1000;
  return { what, figure: `${value.toFixed(1)} kB`, floor: '', value, budget: { most } };
}
