import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pageAt, portalPages } from '@quayside/contract/portal/portal-routes.ts';

/** The folder that `npm run build` fills. */
export const builtPortal = join(import.meta.dirname, '../../../portal/dist');

/** The files of a route's first screen beside the entry, as addresses from the root. */
export interface RouteAssets {
  scripts: readonly string[];
  styles: readonly string[];
  /** The keys of the texts that these files and the entry show, without plural forms and contexts. */
  texts: ReadonlySet<string>;
}

export interface PortalBuild {
  /** index.html without its scripts and styles, with a mark for the page's own head. */
  template: string;
  /** The elements of the scripts that every page loads. */
  scripts: readonly string[];
  /** The addresses of the styles that every page has. */
  styles: readonly string[];
  /** The file of the program that draws pages, see `DrawingProgram`. */
  drawingProgram: string | undefined;
  /** The time of the build, in milliseconds. It renews caches of language files. */
  builtMs: number;
  /** Returns the assets of a path from the root, without its query; undefined if the portal has no such page. */
  assetsOf(path: string): RouteAssets | undefined;
  /** Returns the content of styles by their addresses. */
  rulesOf(styles: readonly string[]): string;
}

/** An entry of Vite's manifest. */
interface ManifestChunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}
type Manifest = Record<string, ManifestChunk>;

/** File of the build → keys of the texts that it shows, as `build/text-keys.ts` of the portal writes them. */
type TextKeys = Record<string, readonly string[]>;

/** Reads a built portal; undefined if it isn't built. */
export function readPortalBuild(folder: string): PortalBuild | undefined {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return undefined;
  const manifest = readJson<Manifest>(join(folder, '.vite/manifest.json'));
  const texts = readJson<TextKeys>(join(folder, '.vite/texts.json'));
  const assets = new Map(Object.values(portalPages).map((page) => [page, collectAssets(manifest, texts, page.files)]));
  const program = join(folder, 'server/server.js');
  const rules = new Map<string, string>();
  return {
    ...takeApart(readFileSync(index, 'utf8')),
    drawingProgram: existsSync(program) ? program : undefined,
    rulesOf: (styles) =>
      styles
        .map((href) => {
          const text = rules.get(href) ?? readFileSync(join(folder, href), 'utf8');
          rules.set(href, text);
          return text;
        })
        .join(''),
    builtMs: Math.floor(statSync(index).mtimeMs),
    assetsOf: (path) => {
      const page = pageAt(path);
      return page && assets.get(page);
    },
  };
}

/** Takes scripts and styles out of index.html, because a page places them elsewhere. */
function takeApart(html: string): Pick<PortalBuild, 'template' | 'scripts' | 'styles'> {
  const scripts: string[] = [];
  const styles: string[] = [];
  const template = html.replace(
    /\s*(?:<script type="module".*?<\/script>|<link rel="modulepreload"[^>]*>|<link rel="stylesheet"[^>]*>)/gs,
    (element) => {
      const style = /rel="stylesheet".*href="([^"]*)"/s.exec(element)?.[1];
      if (style === undefined) scripts.push(element.trim());
      else styles.push(style);
      return '';
    },
  );
  return { template, scripts, styles };
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

/** Returns the chunks of some modules with all their imports, except for those that the entry loads itself. */
function collectAssets(manifest: Manifest, texts: TextKeys, modules: readonly string[]): RouteAssets {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  const loaded = withImports(manifest, entry === undefined ? [] : [entry]);
  const needed = [...withImports(manifest, modules)].filter((key) => !loaded.has(key));
  const chunks = needed.flatMap((key) => manifest[key] ?? []);
  const files = [...loaded, ...needed].flatMap((key) => manifest[key]?.file ?? []);
  return {
    scripts: chunks.map(({ file }) => `/${file}`),
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css.map((file) => `/${file}`)))],
    texts: new Set(files.flatMap((file) => texts[file] ?? [])),
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
