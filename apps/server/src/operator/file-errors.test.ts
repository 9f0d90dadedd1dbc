import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLocalFolder } from '../providers/files/local-folder.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeAccount, makeTenant } from '../testing/factories/factories.ts';
import { makeFolder } from '../testing/import-files.ts';
import { type BackupPlace, openFolder } from './backup/place.ts';
import { writeBackup } from './backup/write-backup.ts';
import { tellFileError } from './lib/tell-file-error.ts';
import { runOperator } from './testing/operator.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await makeTenant(app, { key: 'saltmarsh' });
});
afterAll(() => app.close());

const run = (...args: string[]) => runOperator(args, { database: app.testDatabase });

function aFile(): string {
  const path = join(makeFolder({}), 'a-file.csv');
  writeFileSync(path, 'reference\n');
  return path;
}

test('[RUN-114] a file where a command needs a folder is told in one line', async () => {
  const file = aFile();
  const needsFolder = `${file}: a file is where a folder is needed. Name a folder.\n`;
  for (const args of [
    ['backup', file],
    ['export', '--tenant', 'saltmarsh', '--to', file],
  ])
    expect((await run(...args)).err).toBe(needsFolder);
  expect((await run('import', file)).err).toBe(`${file} is a file. Name the folder that it is in.\n`);
});

test('[RUN-114] a file of an import that cannot be read is told in one line', async () => {
  const folder = makeFolder({});
  const path = join(folder, 'accounts.csv');
  symlinkSync(join(folder, 'away.csv'), path);
  expect((await run('import', folder)).err).toBe(`${path}: there is no such file or folder.\n`);
});

test('[RUN-114] a backup to a place that takes no folder fails in one line', async () => {
  // The kernel's own folder takes none, not even from root.
  const { code, err } = await run('backup', '/sys/quayside-backup');
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^\/sys\/quayside-backup\/?\S*: .*\.\n$/) });
  expect(err).toMatch(/this user has no right to it|its disk is read-only/);
});

test('[RUN-216] a place below a folder that takes none, as /proc, fails in one line and at once', async () => {
  const { id } = await makeAccount(await makeTenant(app, { key: 'heron' }));
  const marina = ['--tenant', 'heron'];
  for (const args of [
    ['backup', '/proc/quayside/daily'],
    ['export', ...marina, '--to', '/proc/quayside/daily'],
    ['account', 'export', ...marina, '--account', String(id), '--to', '/proc/quayside/daily'],
  ]) {
    const { code, err } = await run(...args);
    expect({ code, last: err.trimEnd().split('\n').at(-1) }).toEqual({
      code: 1,
      last: '/proc/quayside: no folder can be made here. Name another place.',
    });
  }
});

test('[RUN-114] a full disk is told with the file that it cut off', async () => {
  const folder = makeFolder({});
  symlinkSync('/dev/full', join(folder, 'rows.partial'));
  async function* rows() {
    yield Buffer.from('1\n');
  }
  const failed = await openFolder(folder)
    .write('rows', rows())
    .catch((error: unknown) => error);
  expect(tellFileError(failed)).toBe(
    `${join(folder, 'rows')}: the disk is full. Free some space, then run the command again.`,
  );
});

test('[RUN-114] rows that still flow when their place fails end with it', async () => {
  await sql`select graphile_worker.add_job('rest', json_build_object('text', repeat('x', 5000)))
    from generate_series(1, 2000)`.execute(app.ownerDb);
  const full: BackupPlace = {
    name: 'full',
    isEmpty: async () => true,
    async write(path, content) {
      if (path.includes('_private_jobs')) throw new Error('full');
      for await (const _ of content);
    },
    read: async () => null,
    close: () => {},
  };
  const { ownerUrl } = app.testDatabase;
  const storage = openLocalFolder(makeFolder({}));
  await expect(writeBackup({ ownerUrl, storage, place: full, say: () => {} })).rejects.toThrow('full');
  await pause(200); // an error without a listener would end the process, and fails this run of tests
});

test('[RUN-114] an error of a socket is no error of a file', () => {
  expect(tellFileError(Object.assign(new Error(''), { code: 'EACCES', syscall: 'connect' }))).toBeNull();
});
