import { Failure } from '../command/failure.mjs';

/** @typedef {import('./table.mjs').Page} Page */
/** @typedef {{ group: string, place: number, icon: string, [key: string]: unknown }} Place */

/**
 * Returns the module with the menu of signed-in customers: the entries that the routes declare, by their places.
 * @param {Record<string, Page>} pages
 */
export function menuOf(pages) {
  const entries = Object.entries(pages)
    .flatMap(([path, page]) => (page.menu ? [{ path, page, own: /** @type {Place} */ (page.menu) }] : []))
    .toSorted((one, other) => one.own.place - other.own.place);
  refuseSharedPlaces(entries.map(({ path, own }) => ({ path, place: `${own.group} ${own.place}` })));
  const icons = [...new Set(entries.map(({ own }) => own.icon))].toSorted();
  return `import {
${icons.map((icon) => `  ${icon},\n`).join('')}} from '@tabler/icons-react';
import type { MenuEntry } from './menu-entry.ts';

/** The menu of signed-in customers. \`npm run pages\` writes this file from the routes. */
export const menu: readonly MenuEntry[] = [
${entries.map(entryOf).join('')}];
`;
}

/** @param {{ path: string, place: string }[]} entries @throws Failure */
function refuseSharedPlaces(entries) {
  const shared = Object.values(Object.groupBy(entries, ({ place }) => place)).find((those = []) => those.length > 1);
  if (!shared) return;
  const names = shared.map(({ path }) => path).join(' and ');
  const taken = entries.map(({ place, path }) => `${place}: ${path}`).toSorted();
  throw new Failure(
    `${names} have the same place in the menu, ${shared[0]?.place}. Its places are:\n${taken.join('\n')}`,
  );
}

/** @param {{ path: string, page: Page, own: Place }} entry */
function entryOf({ path, page, own: { place: _, icon, ...rest } }) {
  // The document of a payment has a policy of its own, so a link to it loads it whole.
  const fields = { to: path, ...rest, ...(page.document?.includes('payment') && { reloadDocument: true }) };
  const lines = Object.entries(fields).map(
    ([name, value]) => `    ${name}: ${typeof value === 'string' ? `'${value}'` : String(value)},\n`,
  );
  return `  {\n${lines.join('')}    icon: ${icon},\n  },\n`;
}
