/** @typedef {{ shared: string, files: Readonly<Record<string, string>> }} Linted the hashes of a lint */

/**
 * Returns the files to lint: those that have changed since the last green lint, and all that import them, because
 * some rules read types. Returns undefined for all files: if nothing is known, if what every result depends on has
 * changed, or if more than half of the files are affected.
 * @param {Linted | undefined} before the last green lint
 * @param {Linted} now
 * @param {(file: string) => readonly string[]} importsOf
 * @returns {string[] | undefined}
 */
export function selectFiles(before, now, importsOf) {
  if (before?.shared !== now.shared) return undefined;
  const names = Object.keys(now.files);
  const changed = names.filter((file) => before.files[file] !== now.files[file]);
  const gone = Object.keys(before.files).filter((file) => !(file in now.files));
  const affected = withImporters([...changed, ...gone], names, importsOf).filter((file) => file in now.files);
  return affected.length > names.length / 2 ? undefined : affected;
}

/**
 * Returns these files, and all that import them over any number of steps.
 * @param {string[]} changed @param {string[]} names @param {(file: string) => readonly string[]} importsOf
 */
function withImporters(changed, names, importsOf) {
  if (changed.length === 0) return [];
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const file of names)
    for (const target of importsOf(file)) importers.set(target, [...(importers.get(target) ?? []), file]);
  const found = new Set(changed);
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return [...found];
}
