import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type S3Server, startS3 } from '../../../../sandbox/src/s3/server.ts';
import { readEnvironment } from '../../env.ts';
import { fileStorageSuite } from './contract-suite.ts';
import type { FileStorage } from './file-storage.ts';
import { openFiles } from './open-files.ts';
import { openS3 } from './s3.ts';

const keys = { accessKeyId: 'QUAYSIDETEST', secretAccessKey: 'a/secret+key' };
let folder: string;
let local: FileStorage;
let server: S3Server;
let s3: FileStorage;

const environment = (more: Record<string, string>) => readEnvironment({ DATA_DIR: folder, ...more });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-test-files-'));
  server = await startS3({ bucket: 'marina', region: 'eu-west-1', ...keys });
  local = await openFiles(environment({}));
  s3 = await openFiles(
    environment({
      S3_BUCKET: 'marina',
      S3_REGION: 'eu-west-1',
      S3_ENDPOINT: server.url,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    }),
  );
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const filesBelow = async () =>
  (await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

fileStorageSuite(
  'in a folder',
  () => local,
  async () => (await filesBelow()).length,
);
fileStorageSuite(
  'on S3',
  () => s3,
  async () => server.count(),
);

test('[DOC-4] a file in the folder is its owner’s alone', async () => {
  for (const { parentPath, name } of await filesBelow()) {
    expect((await stat(join(parentPath, name))).mode & 0o077).toBe(0);
    expect((await stat(parentPath)).mode & 0o077).toBe(0);
  }
});

test.each([
  ['another secret', { secretAccessKey: 'other' }, {}],
  ['another key', { accessKeyId: 'OTHER' }, {}],
  ['another region', {}, { region: 'us-east-1' }],
])('[DOC-4] S3 refuses %s, and that is an error and not a missing file', async (_what, key, more) => {
  const settings = { bucket: 'marina', region: 'eu-west-1', endpoint: server.url, credentials: { ...keys, ...key } };
  const wrong = openS3({ ...settings, ...more });
  await expect(wrong.get(1, 'a'.repeat(48))).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  await expect(wrong.exists(1, 'a'.repeat(48))).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  wrong.close();
});
