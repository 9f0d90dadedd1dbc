/** `npm run ship -- <folder>`: puts what runs in production into an empty folder. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Failure, run } from './command/failure.mjs';
import { findNode, install } from './command/installed.mjs';
import { buildProduct } from './build/product.mjs';
import { inProject, root } from './command/project.mjs';
import { apart } from './build/server.mjs';
import { operatorFlags } from './run/server-program.mjs';

/** The files that the built programs read, beside the packages that stay apart. */
const read = [
  'LICENSE',
  'apps/portal/dist',
  'apps/portal/package.json',
  'apps/server/dist',
  'apps/server/package.json',
  'apps/server/src/db/migrations', // their names are the schema's version
  'apps/server/src/features/tenant/brand',
  'languages',
  'papers',
];

/** Papers are set with these files of the fonts alone: all others would take 10 MB. */
const fontFile = /import\.meta\.resolve\('(@expo-google-fonts\/[^']+)'\)/g;

const command = `#!/bin/sh
# The operator's commands: quayside --help
cd "$(dirname "$(readlink -f "$0")")/.." && exec bin/node ${operatorFlags.join(' ')} apps/server/dist/operator.js "$@"
`;

/**
 * Copies Node, the built server and portal, and the few packages that are not in the built files.
 * @param {string} folder
 */
function ship(folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Failure(`${folder} is not empty. Give an empty folder, or one that doesn't exist.`);
  for (const path of [...read, ...packages(), ...fonts()])
    cpSync(inProject(...path.split('/')), join(folder, path), { recursive: true, dereference: true });
  mkdirSync(join(folder, 'bin'));
  cpSync(realpathSync(findNode()), join(folder, 'bin', 'node'));
  writeFileSync(join(folder, 'bin', 'quayside'), command);
  chmodSync(join(folder, 'bin', 'quayside'), 0o755);
}

/** Returns the folders of the packages that stay apart, with all that they need on this machine. */
function packages() {
  /** @type {Set<string>} */
  const found = new Set();
  const waiting = [...apart];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const path = `node_modules/${name}`;
    if (found.has(path) || !existsSync(inProject(path))) continue; // those of other machines are not installed
    found.add(path);
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(inProject(path, 'package.json'), 'utf8'));
    waiting.push(...Object.keys({ ...dependencies, ...optionalDependencies }));
  }
  return [...found];
}

function fonts() {
  const source = readFileSync(inProject('apps', 'server', 'src', 'providers', 'pdf', 'fonts.ts'), 'utf8');
  const files = Array.from(source.matchAll(fontFile), ([, file = '']) => `node_modules/${file}`);
  const names = new Set(files.map((file) => dirname(dirname(file))));
  return [...files, ...[...names].map((name) => `${name}/package.json`)];
}

await run(async () => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Failure('Give the folder to fill: npm run ship -- /opt/quayside');
  await install();
  await buildProduct();
  const place = resolve(process.env.INIT_CWD ?? root, folder);
  ship(place);
  console.log(`Everything that runs in production is in ${place}.`);
});
