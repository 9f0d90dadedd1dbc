/**
 * `npm run pages`: writes what is derived from the portal's routes: the table of pages, which the server and the tests
 * read, and the menu of signed-in customers. With `--check` it only checks that both are up to date (`npm run lint`).
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { Failure, run } from './command/failure.mjs';
import { install } from './command/installed.mjs';
import { menuOf } from './pages/menu.mjs';
import { inProject } from './command/project.mjs';

const folder = inProject('apps/portal/src/routes');

await run(async () => {
  await install();
  const { readPages } = await import('./pages/table.mjs'); // needs a package
  const files = globSync('*-routes.ts', { cwd: folder }).toSorted();
  const pages = readPages(files.map((file) => ({ file, text: readFileSync(`${folder}/${file}`, 'utf8') })));
  const table = Object.fromEntries(Object.entries(pages).map(([path, { menu: _, ...page }]) => [path, page]));
  const written = [
    { file: inProject('packages/contract/src/portal/portal-pages.json'), text: `${JSON.stringify(table, null, 2)}\n` },
    { file: `${folder}/secure/layout/menu.ts`, text: menuOf(pages) },
  ];
  if (!process.argv.includes('--check')) {
    for (const { file, text } of written) writeFileSync(file, text);
    execFileSync(inProject('node_modules/.bin/biome'), ['format', '--write', ...written.map(({ file }) => file)]);
    return undefined;
  }
  const bare = (/** @type {string} */ text) => text.replaceAll(/\s/g, '');
  if (written.some(({ file, text }) => bare(readFileSync(file, 'utf8')) !== bare(text)))
    throw new Failure('A route has changed: `npm run pages` brings the table of pages and the menu up to date.');
  return undefined;
});
