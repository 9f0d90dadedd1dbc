import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../../testing/s3/certificate.ts';
import { type S3Server, startS3 } from '../../testing/s3/server.ts';
import { readEnvironment } from '../../lib/settings/env.ts';
import { fileStorageSuite } from './contract-suite.ts';
import { StartError } from '../../lib/start-error.ts';
import { type FileStorage, newFileName } from './file-storage.ts';
import { openFiles } from './open-files.ts';
import { openS3, type S3Settings } from './s3.ts';

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

const settings = (more: Partial<S3Settings> = {}): S3Settings => ({
  bucket: 'marina',
  region: 'eu-west-1',
  endpoint: server.url,
  credentials: keys,
  ...more,
});

test.each<[string, Partial<S3Settings>, RegExp]>([
  [
    'another secret',
    { credentials: { ...keys, secretAccessKey: 'other' } },
    /refuses the key \(SignatureDoesNotMatch\)/,
  ],
  [
    'a key that nobody has',
    { credentials: { ...keys, accessKeyId: 'OTHER' } },
    /refuses the key \(InvalidAccessKeyId\)/,
  ],
  ['another region', { region: 'us-east-1' }, /The bucket "marina" is not in us-east-1: correct S3_REGION/],
  ['another bucket', { bucket: 'nowhere' }, /There is no bucket "nowhere" at .*: create it, or correct S3_BUCKET/],
  ['no S3 at all', { endpoint: 'http://127.0.0.1:9' }, /No S3 answers at http:\/\/127\.0\.0\.1:9 \(ECONNREFUSED\)/],
])('[DOC-4] a start with %s says what to correct', async (_what, more, message) => {
  const wrong = openS3(settings(more));
  await expect(wrong.check()).rejects.toThrow(StartError);
  await expect(wrong.check()).rejects.toThrow(message);
  wrong.close();
});

const run = promisify(execFile);

test.each([
  [
    'that nobody vouches for',
    { name: 'IP:127.0.0.1' },
    false,
    /doesn't trust: .*NODE_EXTRA_CA_CERTS.*SELF_SIGNED_CERT/,
  ],
  ['of another name', { name: 'DNS:other.example' }, true, /is for another name: correct S3_ENDPOINT/],
  ['that has expired', { name: 'IP:127.0.0.1', endsOn: '210101' }, true, /has expired: renew it there/],
  ['that is good', { name: 'IP:127.0.0.1' }, true, /^good$/],
])('[RUN-199] a start with a storage and a certificate %s says so', async (_what, about, isTrusted, said) => {
  const certificate = makeCertificate(about);
  onTestFinished(certificate.remove);
  const secure = await startS3({ bucket: 'marina', region: 'eu-west-1', ...keys }, certificate);
  onTestFinished(secure.close);
  const env = { ...process.env, ...(isTrusted && { NODE_EXTRA_CA_CERTS: certificate.file }) };
  const program = join(import.meta.dirname, '../../testing/check-s3.ts');
  const { stdout } = await run(process.execPath, [program, JSON.stringify(settings({ endpoint: secure.url }))], {
    env,
  });
  expect(stdout.trim()).toMatch(said);
});

test('[DOC-4] a bucket that goes missing is an error, and no missing file', async () => {
  const s3Files = openS3(settings());
  await s3Files.check();
  const { name } = await s3Files.put(1, Readable.from([Buffer.from('x')]), 100);
  server.loseBucket(true);
  onTestFinished(() => server.loseBucket(false));
  await expect(s3Files.get(1, name)).rejects.toThrow(expect.objectContaining({ name: 'NoSuchBucket' }));
  await expect(s3Files.exists(1, name)).rejects.toThrow(expect.objectContaining({ name: 'NoSuchBucket' }));
  server.loseBucket(false);
  expect(await s3Files.exists(1, name)).toBe(true);
  await s3Files.delete(1, name);
  s3Files.close();
});

test('[DOC-4] the rest of a file that a killed process left is removed with its parts, and no other file', async () => {
  const before = server.count();
  const name = newFileName();
  const writer = fork(join(import.meta.dirname, '../../testing/endless-upload.ts'), [JSON.stringify(settings()), name]);
  // It sends a message when a part of the file is stored.
  await once(writer, 'message');
  writer.kill('SIGKILL');
  await once(writer, 'exit');
  expect(server.count()).toBe(before + 1);
  expect(await s3.exists(1, name)).toBe(false);
  await s3.delete(1, newFileName());
  expect(server.count()).toBe(before + 1);
  await s3.delete(1, name);
  expect(server.count()).toBe(before);
});
