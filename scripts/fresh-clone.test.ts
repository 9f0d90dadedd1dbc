import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { inProject } from './command/project.mjs';

/** Runs the programs of package.json as on a fresh clone: no package is installed yet. */

const clone = mkdtempSync(join(tmpdir(), 'quayside-fresh-clone-'));
afterAll(() => rmSync(clone, { recursive: true, force: true }));
for (const name of ['scripts', 'package.json', 'package-lock.json'])
  cpSync(inProject(name), join(clone, name), { recursive: true });

/** Stands for an npm that cannot install, so no program gets past its first step. */
const npm = join(clone, 'npm.mjs');
writeFileSync(npm, "console.log('npm', process.argv.slice(2).join(' '));\nprocess.exit(1);\n");

const { scripts } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as { scripts: Record<string, string> };

/** Returns all that a program writes until it ends. */
const outputOf = (args: string[]) =>
  promisify(execFile)(process.execPath, args, { cwd: clone, env: { ...process.env, npm_execpath: npm } }).then(
    () => expect.unreachable(`${args.join(' ')} ended without an error`),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );

for (const [name, line] of Object.entries(scripts)) {
  const args = line.match(/^exec node (.*)/)?.[1]?.split(' ');
  // The image is built by Debian's tools, and the formatter is a package itself.
  if (args === undefined || name === 'test:image') continue;
  if (name === 'ship') args.push(join(clone, 'shipped'));
  test(`\`npm run ${name}\` on a fresh clone installs the packages first, or says how`, async () => {
    const output = await outputOf(args);
    expect(output).toMatch(/^npm ci --include=dev |The packages are not installed\. Run "npm /m);
  });
}
