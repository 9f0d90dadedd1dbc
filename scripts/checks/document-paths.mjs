/**
 * Checks that all paths in the documents exist: each file or folder in `backticks`, from the project's top or
 * within an application's sources, and each link to a file. Checks the names of files in the comments of the code,
 * too. `<noun>` and `*` stand for any name, `{a,b}` for each of some.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { namesInComments } from './comment-names.mjs';
import { inProject } from '../command/project.mjs';

const notOurs = new Set(['node_modules', 'dist', 'data']);
const places = globSync('**/*', { cwd: inProject(), exclude: (path) => notOurs.has(basename(path)) });
const documents = places.filter((file) => file.endsWith('.md'));
const sources = places.filter((file) => /\.(tsx?|mjs|typ)$/.test(file));

/** The names of all files, so that most comments are checked at once. */
const fileNames = new Set(places.map((place) => basename(place)));

/**
 * The names that a path may begin with: a folder at the top, or one of the server's or the portal's sources. `src`
 * is the document's own.
 */
const firstNames = new Set([
  'src',
  ...places
    .filter((place) => /^([^/]+|apps\/(server|portal)\/src\/[^/]+)$/.test(place))
    .map((place) => basename(place)),
]);

const broken = documents.flatMap((file) => {
  // Skips commands, and the bad examples in STYLE.
  const text = readFileSync(inProject(file), 'utf8')
    .replace(/^```.*?^```/gms, '')
    .replace(/^Bad: .*$/gm, '');
  const named = Array.from(text.matchAll(/`([^`\s]+)`/g), ([, token = '']) => token).filter(isPath);
  const linked = Array.from(text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g), ([, to = '']) => to).filter(
    (to) => !/^\w+:/.test(to),
  );
  return [
    ...named
      .filter((token) => !expand(token).every((path) => isThere(path, file)))
      .map((token) => `${file}: \`${token}\``),
    ...linked.filter((to) => !existsSync(inProject(dirname(file), to))).map((to) => `${file}: (${to})`),
  ];
});
const brokenInComments = sources.flatMap((file) =>
  namesInComments(readFileSync(inProject(file), 'utf8'))
    .filter((name) => !fileNames.has(name) && !expand(name).every((path) => isThere(path, file)))
    .map((name) => `${file}: ${name}`),
);
const all = [...broken, ...brokenInComments];
const right = `${documents.length} documents and the comments of ${sources.length} files name only paths that exist`;
console.log(all.length === 0 ? right : all.join('\n'));
process.exitCode = all.length === 0 ? 0 : 1;

/**
 * Checks if a text is the name of a file of ours, or a path that begins like one of ours. `{guid}` belongs to a
 * call.
 * @param {string} token
 */
function isPath(token) {
  if (!/^[\w@{<][\w@.{},<>*/-]*$/.test(token) || /\{[^,]*\}/.test(token)) return false;
  const [first = '', ...rest] = token.split('/');
  return /\.(tsx?|mjs|md|css)$/.test(token) || (rest.length > 0 && firstNames.has(first));
}

/** @param {string} path @returns {string[]} */
function expand(path) {
  const [, before = '', some = '', after = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  return some === '' ? [path] : some.split(',').flatMap((one) => expand(before + one + after));
}

/** @param {string} path @param {string} document */
function isThere(path, document) {
  const pattern = path
    .replace(/\/$/, '')
    .replace(/[.]/g, '\\$&')
    .replace(/<[^>]*>|\*+/g, '[^/]*');
  const whole = new RegExp(`(^|/)${pattern}$`);
  return places.some((place) => whole.test(place)) || existsSync(inProject(dirname(document), path));
}
