import { dirname } from 'node:path';
import { portalFaces, rules } from './import-rules.mjs';

/** @typedef {ReadonlyMap<string, readonly string[]>} Imports what each file imports */

/** Finds the imports that a rule of import-rules.mjs forbids. @param {Imports} imports */
export function brokenRules(imports) {
  return [...imports].flatMap(([file, targets]) =>
    rules.flatMap(({ from, notFrom, to, except, why }) => {
      const match = from.exec(file);
      if (!match || notFrom?.test(file)) return [];
      const allowed = except === undefined ? undefined : new RegExp(except.replace('$1', match[1] ?? ''));
      return targets
        .filter((target) => to.test(target) && !allowed?.test(target))
        .map((target) => `${file} → ${target}\n    ${why}`);
    }),
  );
}

/**
 * Finds the imports of private files of the portal's folders that have a face.
 * @param {Imports} imports without those of `import(…)`: a part that is loaded later is named by its own file
 */
export function behindFaces(imports) {
  const faces = new Map([...imports.keys()].map((file) => [portalFaces.exec(file)?.[1], file]));
  return [...imports]
    .filter(([file]) => file.startsWith('apps/portal/src/'))
    .flatMap(([file, targets]) =>
      targets.flatMap((target) => {
        const face = faces.get(dirname(target));
        if (face === undefined || target === face || dirname(file) === dirname(target)) return [];
        return [`${file} → ${target}\n    The folder's files are private. Others use ${face}.`];
      }),
    );
}
