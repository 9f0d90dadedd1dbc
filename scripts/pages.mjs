/**
 * `npm run pages`: writes the table of the portal's pages, which the server and the tests read, from the portal's
 * routes. With `--check` it only checks that the table is up to date (`npm run lint`).
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { Failure, run } from './failure.mjs';
import { readPages } from './page-table.mjs';
import { inProject } from './project.mjs';

const folder = inProject('apps/portal/src/routes');
const table = inProject('packages/contract/src/portal-pages.json');

await run(async () => {
  const files = globSync('*-routes.ts', { cwd: folder }).toSorted();
  const pages = readPages(files.map((file) => ({ file, text: readFileSync(`${folder}/${file}`, 'utf8') })));
  if (!process.argv.includes('--check')) return writeFileSync(table, `${JSON.stringify(pages, null, 2)}\n`);
  if (!isDeepStrictEqual(JSON.parse(readFileSync(table, 'utf8')), pages))
    throw new Failure('A route has changed: `npm run pages` brings the table of pages up to date.');
  return undefined;
});
