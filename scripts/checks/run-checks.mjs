import { binary, environment, findNode } from '../command/installed.mjs';
import { Failure } from '../command/failure.mjs';
import { runProgram } from '../command/program.mjs';
import { inProject } from '../command/project.mjs';

/**
 * Returns the type check of one project. The compiler keeps its results and what each file declares, so that a small
 * change takes a tenth of the time: it checks the importers of a file only if its declarations have changed. It
 * takes comments for a part of them, so they are left out.
 * @param {string} name
 * @param {string} project a folder with a tsconfig.json
 */
const types = (name, project) => {
  const outDir = inProject('.cache', 'types', project === '.' ? 'project' : project.replaceAll('/', '-'));
  const declarations = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--removeComments'];
  const places = ['--rootDir', '.', '--outDir', outDir, '--tsBuildInfoFile', `${outDir}.tsbuildinfo`];
  return { name, args: ['tsc', '-p', project, '--incremental', ...declarations, ...places] };
};

/**
 * The checks that must hold before tests are worth running, the fastest first.
 * @type {{ name: string, says?: string, tells?: boolean, args: string[] }[]}
 */
const checks = [
  { name: 'format', says: 'npm run format fixes it', args: ['biome', 'format', '.'] },
  { name: 'lint', args: ['checks/lint-changed.mjs'] },
  types('types', '.'),
  types('types of the contract', 'packages/contract'),
  types('types of the embedded PostgreSQL', 'packages/embedded-postgres'),
  types('types of the server', 'apps/server'),
  types('types of the sandbox', 'apps/sandbox'),
  types('types of the portal', 'apps/portal'),
  { name: 'languages', args: ['languages-missing.mjs', '--check'], tells: true },
  { name: 'lines', args: ['checks/long-lines.mjs'] },
  { name: 'beginnings of comments and titles', args: ['checks/comment-starts.mjs'] },
  { name: 'locked packages', args: ['checks/lock-file.mjs'] },
  { name: 'paths in documents', args: ['checks/document-paths.mjs'] },
  { name: 'rows and decisions that are cited', args: ['checks/cited-rules.mjs'] },
  { name: 'table of pages', args: ['pages.mjs', '--check'] },
  { name: 'import arrows', args: ['checks/import-arrows.mjs'] },
  { name: 'dead code', args: ['knip', '--no-progress', '--cache', '--cache-location', inProject('.cache', 'knip')] },
];

/** Most checks use one core, so two at once finish sooner on any machine. */
const atOnce = 2;

/** Runs every check, so that one run shows all failures. Prints the output of the failed ones. @throws Failure */
export async function runChecks() {
  const waiting = [...checks];
  /** @type {string[]} */
  const broken = [];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift())
      if (!(await holds(check))) broken.push(check.name);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (broken.length > 0) throw new Failure(`These checks failed: ${broken.join(', ')}.`);
}

/** @param {(typeof checks)[number]} check */
async function holds({ name, says, tells, args: [command = '', ...args] }) {
  const started = Date.now();
  const program = command.endsWith('.mjs') ? inProject('scripts', command) : binary(command);
  const { code, output } = await runProgram(findNode(), [program, ...args], { env: environment(), quiet: true });
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if ((code !== 0 || tells) && output) console.log(output);
  if (code === 0) return true;
  if (says) console.log(says);
  return false;
}
