import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { portalPages } from '@quayside/contract/portal/portal-routes.ts';

const portal = join(import.meta.dirname, '../../../portal');

/** The content of `asset`. */
export const assetText = `console.log(${JSON.stringify('a built script '.repeat(100))});`;
export const asset = '/assets/entry-1a2b3c.js';

/**
 * Makes a folder like the portal's build, from the portal's own index.html and table of pages, without building.
 * `/assets/entry-1a2b3c.js` is the entry, and every module `src/…/name.tsx` becomes `/assets/name.js` with a style.
 * @param program the text of the program that draws pages; absent: the server draws none
 */
export function makePortalFolder(program?: string): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-portal-'));
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, 'index.html'), readFileSync(join(portal, 'index.html')));
  writeFileSync(join(folder, asset), assetText);
  writeFileSync(join(folder, `${asset}.br`), brotliCompressSync(assetText));
  writeFileSync(join(folder, `${asset}.gz`), gzipSync(assetText));
  if (program !== undefined) {
    mkdirSync(join(folder, 'server'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'server/server.js'), program);
  }
  const manifest = makeManifest();
  for (const css of Object.values(manifest).flatMap(({ css = [] }) => css))
    writeFileSync(join(folder, css), `.of-${css.replace(/^.*\/(.*)\.css$/, '$1')}{color:red}`);
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, '.vite/texts.json'), JSON.stringify(textKeys));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The texts of the entry, of the dashboard and of another page. */
const textKeys = {
  [asset.slice(1)]: ['calendar.renew'],
  'assets/dashboard.js': ['dashboard.boats'],
  'assets/boats.js': ['boats.title'],
};

interface Chunk {
  file: string;
  css?: string[];
  isEntry?: boolean;
  imports?: string[];
}

function makeManifest(): Record<string, Chunk> {
  const modules = [...new Set(Object.values(portalPages).flatMap(({ files }) => files))];
  return {
    'index.html': { file: asset.slice(1), isEntry: true, imports: ['_shared.js'] },
    '_shared.js': { file: 'assets/shared.js' },
    ...Object.fromEntries(modules.map((module) => [module, chunkOf(module)])),
  };
}

function chunkOf(module: string): Chunk {
  const name = module.replace(/^.*\/(.*)\.tsx$/, '$1');
  return { file: `assets/${name}.js`, css: [`assets/${name}.css`], imports: ['_shared.js'] };
}
