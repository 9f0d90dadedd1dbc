import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const languages = join(import.meta.dirname, '../../../languages');
const folders = ['SharedLibrary', 'Common', 'Portal'];

/**
 * Writes `.vite/texts.json`: for each file of the build the keys of the texts that it can show. The server puts the
 * texts of a page's files into its document.
 */
export function textKeys(): Plugin {
  return {
    name: 'quayside:text-keys',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle(_, bundle) {
      const known = [...new Set(folders.flatMap(keysOf).map(withoutForm))];
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const keys = Object.fromEntries(chunks.map(({ fileName, code }) => [fileName, findTextKeys(code, known)]));
      this.emitFile({ type: 'asset', fileName: '.vite/texts.json', source: JSON.stringify(keys) });
    },
  };
}

const keysOf = (folder: string): string[] =>
  Object.keys(JSON.parse(readFileSync(join(languages, folder, 'en-GB.json'), 'utf8')) as object);

/** Returns a key without its plural form or context: `boats.count_one` is `boats.count`. */
const withoutForm = (key: string): string => key.replace(/_.*$/, '');

/**
 * Returns the known keys that code names: whole, as `'orders.pay'`, or by their beginning, as
 * `` `orders.status.${…}` ``. A literal that is no key of a text doesn't matter.
 * @param known all keys, without plural forms and contexts
 */
export function findTextKeys(code: string, known: readonly string[]): string[] {
  const whole = new Set<string>();
  const beginnings = new Set<string>();
  for (const [, literal = '', end] of code.matchAll(/["'`]([A-Za-z][\w-]*\.[\w.-]*)(["'`]|\$\{)/g)) {
    if (end === '${' || literal.endsWith('.')) beginnings.add(literal);
    else whole.add(withoutForm(literal));
  }
  return known.filter((key) => whole.has(key) || [...beginnings].some((beginning) => key.startsWith(beginning)));
}
