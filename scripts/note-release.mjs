/**
 * `node scripts/note-release.mjs`: notes the current commit and its migrations as the last release, which the next one
 * has to serve beside (`apps/server/src/db/upgrades/last-release.json`).
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { Failure, run } from './command/failure.mjs';
import { inProject, root } from './command/project.mjs';

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

await run(async () => {
  if (git('status', '--porcelain') !== '') throw new Failure('Commit your changes first: a release is a commit.');
  const folder = inProject('apps', 'server', 'src', 'db');
  const migrations = readdirSync(`${folder}/migrations`).filter((name) => /^\d{4}-.*\.ts$/.test(name));
  const release = { commit: git('rev-parse', 'HEAD'), migrations };
  writeFileSync(`${folder}/upgrades/last-release.json`, `${JSON.stringify(release, null, 2)}\n`);
  return 0;
});
