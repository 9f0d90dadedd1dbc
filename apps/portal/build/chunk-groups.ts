import { basename, join } from 'node:path';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { type PagePath, portalPages } from '../../../packages/contract/src/portal/portal-routes.ts';
import { type Piece, planChunks } from './chunk-plan.ts';

/** The pages that readers open first, without a file in the browser's cache: the addresses in letters and mails. */
const openedFirst: readonly PagePath[] = [
  '/login',
  '/quick-pay/:orderGuid',
  '/quick-sign/:id',
  '/secure/dashboard',
  '/secure/orders/outstanding',
];

const weights = { openedFirst: 20, page: 1, later: 0.05 };

/**
 * Builds the portal once without writing it, and returns groups of modules for the build's files. That first build
 * knows what remains of each module and which pages load it. The source doesn't: it names packages as a whole.
 * @param config the config of the build, without `codeSplitting`
 * @param root the portal's folder
 */
export async function groupChunks(config: InlineConfig, root: string): Promise<Rolldown.CodeSplittingGroup[]> {
  const { output } = (await build({
    ...config,
    root,
    configFile: false,
    logLevel: 'warn',
    build: { ...config.build, write: false },
  })) as Rolldown.RolldownOutput;
  const chunks = output.filter((file) => file.type === 'chunk');
  const stylesOf = new Map(output.map((file) => [file.fileName, file.type === 'asset' ? file.source.length : 0]));
  const pieces = chunks.map(
    (chunk): Piece => ({
      file: chunk.fileName,
      modules: Object.entries(chunk.modules)
        .toSorted(([, one], [, other]) => other.renderedLength - one.renderedLength)
        .map(([id]) => id),
      size:
        chunk.code.length +
        [...(chunk.viteMetadata?.importedCss ?? [])].reduce((sum, style) => sum + (stylesOf.get(style) ?? 0), 0),
      imports: chunk.imports,
      isEntry: chunk.isDynamicEntry,
    }),
  );
  const fileOf = new Map(pieces.flatMap(({ file, modules }) => modules.map((id) => [id, file])));
  const main = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  const first = new Set(openedFirst.map((path) => filesOf(path).join()));
  // Several addresses can show the same page. They count once.
  const pages = new Map(Object.keys(portalPages).map((path) => [filesOf(path as PagePath).join(), path as PagePath]));
  const loads = [...pages].map(([files, path]) => ({
    entries: [...main, ...filesOf(path).flatMap((file) => fileOf.get(join(root, file)) ?? [])],
    weight: first.has(files) ? weights.openedFirst : weights.page,
  }));
  const later = chunks.filter(({ isDynamicEntry }) => isDynamicEntry);
  const plan = planChunks(pieces, [
    ...loads,
    ...later.map(({ fileName }) => ({ entries: [...main, fileName], weight: weights.later })),
  ]);
  return plan.map((modules, at) => {
    const ids = new Set(modules);
    return { name: nameOf(modules), test: (id) => ids.has(id), priority: plan.length - at };
  });
}

const filesOf = (path: PagePath) => portalPages[path].files;

/** Names a file after its largest part, so that the report of an error says roughly where it happened. */
const nameOf = ([first = 'shared']: readonly string[]) => basename(first).replace(/(?:\.module)?\.\w+$/, '');
