/**
 * Checks every import of the project against import-rules.mjs. Finds circles between files, and between the folders of
 * the server, of the portal and of the contract. Finds imports of a folder's private files, files of a feature without
 * a role in their name, SQL outside its places, and tables that two features write.
 */
import { readFileSync } from 'node:fs';
import { importsOf, listSources } from './import-graph.mjs';
import { featureRoles, sqlPlaces } from './import-rules.mjs';
import { importsOfPrivateFiles, brokenRules, folderOf, writtenTwice } from './import-walls.mjs';
import { inProject } from '../command/project.mjs';

const serverSource = 'apps/server/src/';

/** @type {Map<string, string[]>} what each file imports */
const imports = new Map(listSources().map((file) => [file, importsOf(file)]));
const loadedAtOnce = new Map([...imports.keys()].map((file) => [file, importsOf(file, { laterToo: false })]));
const broken = [
  ...brokenRules(imports),
  ...importsOfPrivateFiles(loadedAtOnce),
  ...withoutRole(),
  ...sqlElsewhere(),
  ...writtenTwice(new Map(productFiles().map((file) => [file, readFileSync(inProject(file), 'utf8')]))),
  ...circles(),
  ...knots(),
];
console.log(broken.length === 0 ? `${imports.size} files follow the import rules` : broken.join('\n'));
process.exitCode = broken.length === 0 ? 0 : 1;

function withoutRole() {
  const roles = Object.entries(featureRoles).map(([role, does]) => `      .${role}.ts ${does}`);
  const isNamed = new RegExp(`\\.(${Object.keys(featureRoles).join('|')})\\.ts$|\\.test\\.ts$`);
  return [...imports.keys()]
    .filter((file) => /^apps\/server\/src\/features\/[^/]+\/./.test(file) && !isNamed.test(file))
    .map((file) => `${file}: the name does not end with the file's role\n${roles.join('\n')}`);
}

function sqlElsewhere() {
  const { contains, from, notFrom, others } = sqlPlaces;
  return [...imports.keys()]
    .filter((file) => from.test(file) && !notFrom.test(file) && !others.some(({ files }) => files.test(file)))
    .filter((file) => contains.test(readFileSync(inProject(file), 'utf8')))
    .map((file) => `${file}: has SQL, which belongs to <noun>.queries.ts\n    A service calls the query by its name.`);
}

/** Finds every circle once, from its first file. */
function circles() {
  /** @type {string[]} */
  const found = [];
  const done = new Set();
  /** @param {string} file @param {string[]} path */
  const follow = (file, path) => {
    const start = path.indexOf(file);
    if (start >= 0)
      found.push(
        `${[...path.slice(start), file].join(' → ')}\n    A circle means that two files belong together: merge ` +
          'them, or move their shared code below both.',
      );
    if (start >= 0 || done.has(file)) return;
    for (const target of imports.get(file) ?? []) follow(target, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) follow(file, []);
  return found;
}

/**
 * Finds the knots between folders of the server, of the portal, and of the contract: folders that import each other in
 * a circle. An import of types alone counts for nothing, because it is gone at run time.
 */
function knots() {
  /** @type {Map<string, Map<string, string>>} for each folder those that it imports, with the first import */
  const arrows = new Map();
  for (const [file, targets] of runTimeImports())
    for (const target of targets) {
      const [from, to] = [folderOf(file), folderOf(target)];
      if (from === undefined || to === undefined || from === to) continue;
      const known = arrows.get(from) ?? new Map();
      arrows.set(from, known.set(to, known.get(to) ?? `${file} → ${target}`));
    }
  const rings = [...arrows].flatMap(([from, targets]) =>
    [...targets].flatMap(([to, arrow]) => {
      const back = wayBetween(arrows, to, from);
      return back ? [[{ folder: to, arrow }, ...back]] : [];
    }),
  );
  // One import can close many circles. The shortest of them shows it, and it is named once.
  const shown = new Set();
  return rings
    .toSorted((one, other) => one.length - other.length)
    .flatMap((ring) => {
      if (ring.some(({ arrow }) => shown.has(arrow))) return [];
      for (const { arrow } of ring) shown.add(arrow);
      return [
        `${ring.map(({ folder }) => folder).join(' ↔ ')}: these folders import each other in a circle`,
        ...ring.map(({ arrow }) => `      ${arrow}`),
        '    Move the function to the folder that owns its noun, move shared code below both, or pass it in.',
      ];
    });
}

/** Returns the files of the server's product code. */
function productFiles() {
  return [...imports.keys()].filter(
    (file) => file.startsWith(serverSource) && !/\.test\.ts$|\/testing\/|contract-suite/.test(file),
  );
}

/** Returns the imports of the product code of server, portal and contract that exist at run time. */
function runTimeImports() {
  const others = [...imports.keys()].filter((file) =>
    /^(apps\/portal|packages\/contract)\/src\/.*(?<!\.test)\.tsx?$/.test(file),
  );
  return [...productFiles(), ...others].map(
    (file) => /** @type {const} */ ([file, importsOf(file, { typesToo: false })]),
  );
}

/**
 * Finds the shortest way along the arrows.
 * @param {Map<string, Map<string, string>>} arrows @param {string} start @param {string} end
 * @returns {{ folder: string, arrow: string }[] | undefined} the folders after the start, with the import that leads
 * there
 */
function wayBetween(arrows, start, end) {
  /** @type {{ folder: string, arrow: string }[][]} */
  const ways = [[]];
  const seen = new Set([start]);
  for (let way = ways.shift(); way; way = ways.shift()) {
    const here = way.at(-1)?.folder ?? start;
    for (const [folder, arrow] of arrows.get(here) ?? []) {
      if (seen.has(folder)) continue;
      seen.add(folder);
      const longer = [...way, { folder, arrow }];
      if (folder === end) return longer;
      ways.push(longer);
    }
  }
  return undefined;
}
