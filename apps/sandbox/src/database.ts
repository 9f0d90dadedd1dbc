import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The tables that every wire uses. Each wire declares its own. */
const commonTables = `
create table if not exists secret (name text primary key, value text not null) strict;
create table if not exists clock (scope text primary key, offset_ms integer not null) strict;
create table if not exists fault (
  id text primary key, account_id text, operation text not null, kind text not null,
  remaining integer not null, ms integer not null, status integer not null
) strict;
`;

/** `mkdir` with `recursive` never ends below a folder that takes no folders, such as `/proc`. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  makeFolders(dirname(folder));
  mkdirSync(folder);
}

/**
 * Opens the sandbox's books in `folder`, with the wires' tables. WAL with NORMAL survives a killed process; a power
 * cut may lose the last commits, but never the file. The lock is exclusive, so a second sandbox on the same folder
 * fails here.
 */
export function openDatabase(folder: string, tables: readonly string[]): DatabaseSync {
  makeFolders(folder);
  const database = new DatabaseSync(join(folder, 'books.sqlite'), { enableForeignKeyConstraints: true });
  try {
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal;');
    for (const sql of [commonTables, ...tables]) database.exec(sql);
  } catch (cause) {
    database.close();
    throw new Error(`The sandbox's books in ${folder} cannot be opened; is another sandbox running on them?`, {
      cause,
    });
  }
  return database;
}

/** Runs `work` in one transaction, or in the open one. An exception rolls it back. `work` must be synchronous. */
export function transaction<Result>(database: DatabaseSync, work: () => Result): Result {
  if (database.isTransaction) return work();
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}
