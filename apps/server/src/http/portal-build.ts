import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const portal = join(import.meta.dirname, '../../../portal');
/** Which modules a path's first screen is made of. Its paths are all that the portal has a page for. */
const chunks = join(portal, 'src/routes/chunks.json');
/** What `npm run build` makes of the portal. */
export const builtPortal = join(portal, 'dist');

/** What a route's first screen needs beside the entry: addresses from the root. */
export interface RouteAssets {
  scripts: readonly string[];
  styles: readonly string[];
}

export interface PortalBuild {
  /** index.html, with the mark where the page's own head goes. */
  template: string;
  /** When it was built, in milliseconds: busts caches of language files. */
  builtMs: number;
  /** Of a path from the root, without its search; undefined for a path that the portal has no page for. */
  assetsOf(path: string): RouteAssets | undefined;
}

/** An entry of Vite's manifest. */
interface ManifestChunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}
type Manifest = Record<string, ManifestChunk>;

/** Reads a built portal; undefined where it isn't built. */
export function readPortalBuild(folder: string): PortalBuild | undefined {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return undefined;
  const manifest = readJson<Manifest>(join(folder, '.vite/manifest.json'));
  const modulesOf = readJson<Record<string, string[]>>(chunks);
  const routes = Object.entries(modulesOf).map(([pattern, modules]) => ({
    pattern: patternOf(pattern),
    assets: collectAssets(manifest, modules),
  }));
  return {
    template: readFileSync(index, 'utf8'),
    builtMs: Math.floor(statSync(index).mtimeMs),
    assetsOf: (path) => routes.find((route) => route.pattern.test(path))?.assets,
  };
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

/** `:name` stands for one part of the path. Case and a slash at the end don't matter, nor the alias `/portal`. */
function patternOf(route: string): RegExp {
  const parts = route.split('/').filter((part) => part !== '');
  const wanted = parts.map((part) =>
    part.startsWith(':') ? '/[^/]+' : `/${part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`,
  );
  return new RegExp(`^(?:/portal)?${wanted.join('')}/?$`, 'i');
}

/** The chunks of some modules with all that they import, but for what the entry loads by itself. */
function collectAssets(manifest: Manifest, modules: readonly string[]): RouteAssets {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  const loaded = withImports(manifest, entry === undefined ? [] : [entry]);
  const needed = [...withImports(manifest, modules)].filter((key) => !loaded.has(key));
  const chunks = needed.flatMap((key) => manifest[key] ?? []);
  return {
    scripts: chunks.map(({ file }) => `/${file}`),
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css.map((file) => `/${file}`)))],
  };
}

function withImports(manifest: Manifest, keys: readonly string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (found.has(key)) continue;
    found.add(key);
    withImports(manifest, manifest[key]?.imports ?? [], found);
  }
  return found;
}
