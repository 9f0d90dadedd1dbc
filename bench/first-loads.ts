import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { portalPages } from '@quayside/contract/portal/portal-routes.ts';
import { builtPortal, readPortalBuild } from '../apps/server/src/app/portal-build.ts';

/** The sizes of the files that a browser loads for its first page, in bytes, as the server sends them with brotli. */
export interface FirstLoad {
  scripts: number;
  styles: number;
}

/** The file with the sizes that were last agreed to. `npm run sizes -- --update` writes it. */
const kept = join(import.meta.dirname, 'first-loads.json');

/** The share by which the first load of a page may grow before somebody has to agree to it. */
const mostGrowth = 0.02;

/** The most that the scripts of a page may have, in kilobytes of 1,000 bytes. */
export const scriptBudgets = {
  '/login': 110,
  '/quick-pay/:orderGuid': 125,
  '/quick-sign/:id': 124,
  '/secure/dashboard': 132,
  '/secure/orders/outstanding': 139,
};

/** Measures the first load of every page in the built portal. */
export function measureFirstLoads(): Record<string, FirstLoad> {
  const build = readPortalBuild(builtPortal);
  if (!build) throw new Error('the portal is not built: run "npm run build"');
  const entry = build.scripts.flatMap((element) => /(?:src|href)="([^"]+\.js)"/.exec(element)?.[1] ?? []);
  return Object.fromEntries(
    Object.keys(portalPages).map((page) => {
      const own = build.assetsOf(page) ?? { scripts: [], styles: [] };
      const load = { scripts: sizeOf([...entry, ...own.scripts]), styles: sizeOf([...build.styles, ...own.styles]) };
      return [page, load];
    }),
  );
}

/** A file without a compressed copy is so small that it is sent as it is. */
const sizeOf = (files: readonly string[]): number =>
  [...new Set(files)]
    .map((file) => join(builtPortal, file))
    .map((file) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size)
    .reduce((sum, size) => sum + size, 0);

export const readKeptLoads = (): Record<string, FirstLoad> =>
  JSON.parse(readFileSync(kept, 'utf8')) as Record<string, FirstLoad>;

export function keepLoads(loads: Record<string, FirstLoad>): void {
  const lines = Object.entries(loads).map(
    ([page, { scripts, styles }]) => `  "${page}": { "scripts": ${scripts}, "styles": ${styles} }`,
  );
  writeFileSync(kept, `{\n${lines.join(',\n')}\n}\n`);
}

/** Returns the pages that grew too much or that only one table has, and what is wrong with each. */
export function comparedWith(
  before: Record<string, FirstLoad>,
  now: Record<string, FirstLoad>,
): Record<string, string> {
  const pages = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return Object.fromEntries(
    pages.flatMap((page) => {
      const [old, own] = [before[page], now[page]];
      if (!old || !own) return [[page, old ? 'is no page any more' : 'is new']];
      const growth = whole(own) / whole(old) - 1;
      return growth > mostGrowth ? [[page, `grew by ${(growth * 100).toFixed(1)} %`]] : [];
    }),
  );
}

export const whole = ({ scripts, styles }: FirstLoad): number => scripts + styles;
