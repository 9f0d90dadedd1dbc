import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const portal = join(import.meta.dirname, '../../../portal');

/** The content of `asset`. */
export const assetText = `console.log(${JSON.stringify('a built script '.repeat(100))});`;
export const asset = '/assets/entry-1a2b3c.js';

/**
 * Makes a folder like the portal's build, from the portal's own index.html and list of chunks, without building.
 * `/assets/entry-1a2b3c.js` is the entry, and every module `src/…/name.tsx` becomes `/assets/name.js` with a style.
 */
export function makePortalFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-portal-'));
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, 'index.html'), readFileSync(join(portal, 'index.html')));
  writeFileSync(join(folder, asset), assetText);
  writeFileSync(join(folder, `${asset}.br`), brotliCompressSync(assetText));
  writeFileSync(join(folder, `${asset}.gz`), gzipSync(assetText));
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(makeManifest()));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function makeManifest(): Record<string, object> {
  const chunks = JSON.parse(readFileSync(join(portal, 'src/routes/chunks.json'), 'utf8')) as Record<string, string[]>;
  const modules = [...new Set(Object.values(chunks).flat())];
  return {
    'index.html': { file: asset.slice(1), isEntry: true, imports: ['_shared.js'] },
    '_shared.js': { file: 'assets/shared.js' },
    ...Object.fromEntries(modules.map((module) => [module, chunkOf(module)])),
  };
}

function chunkOf(module: string): object {
  const name = module.replace(/^.*\/(.*)\.tsx$/, '$1');
  return { file: `assets/${name}.js`, css: [`assets/${name}.css`], imports: ['_shared.js'] };
}
