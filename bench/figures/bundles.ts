import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { builtPortal, readPortalBuild } from '../../apps/server/src/app/portal-build.ts';
import type { Figure } from '../report.ts';

/** Measures the files that a browser loads for its first page, with brotli. A kilobyte has 1,000 bytes. */
export function measureBundles(): Figure[] {
  const login = sizesOf('/login');
  const dashboard = sizesOf('/secure/dashboard');
  const outstanding = sizesOf('/secure/orders/outstanding');
  const payLink = sizesOf('/quick-pay/order');
  const signLink = sizesOf('/quick-sign/agreement');
  return [
    size('login, JavaScript', login.scripts, 140),
    size('login, CSS', login.styles, 12),
    size('pay link, JavaScript', payLink.scripts, 140),
    size('agreement by a link, JavaScript', signLink.scripts, 140),
    size('dashboard, JavaScript', dashboard.scripts, 200),
    size('outstanding orders, JavaScript', outstanding.scripts, 200),
  ];
}

function sizesOf(path: string): { scripts: number; styles: number } {
  const build = readPortalBuild(builtPortal);
  const own = build?.assetsOf(path);
  if (!build || !own) throw new Error(`the built portal has no page for ${path}: run "npm run build"`);
  const entry = build.scripts.flatMap((element) => /(?:src|href)="([^"]+\.js)"/.exec(element)?.[1] ?? []);
  return {
    scripts: kilobytes([...entry, ...own.scripts]),
    styles: kilobytes([...build.styles, ...own.styles]),
  };
}

function kilobytes(files: readonly string[]): number {
  return (
    [...new Set(files)].reduce(
      (sum, file) => sum + brotliCompressSync(readFileSync(join(builtPortal, file))).length,
      0,
    ) / 1000
  );
}

const size = (what: string, value: number, most: number): Figure => ({
  what,
  figure: `${value.toFixed(1)} kB`,
  floor: '',
  value,
  budget: { most },
});
