import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openLocalFolder } from '../../providers/files/local-folder.ts';
import type { FileScanner, ScanResult } from '../../providers/scanner/file-scanner.ts';
import { makeFolder } from '../../testing/import-files.ts';
import { pixelBombs, sampleFiles } from '../../testing/sample-files.ts';
import { type FileNotes, GivenFiles } from '../../import/given-file.ts';

const uploads = { maxMegabytes: 1, acceptsWordFiles: false };

/** Makes a storage, a folder with these files, and the object that copies files from one to the other. */
function givenFiles(files: Record<string, string | Buffer>, { scanner = null }: { scanner?: FileScanner | null } = {}) {
  const [folder, place] = [makeFolder(files), makeFolder({})];
  const storage = openLocalFolder(place);
  const noted = new Set<string>();
  const notes: FileNotes = {
    add: async ({ tenantId, storageName }) => void noted.add(`${tenantId} ${storageName}`),
    remove: async ({ tenantId, storageName }) => void noted.delete(`${tenantId} ${storageName}`),
  };
  const take = (dryRun: boolean) =>
    new GivenFiles({ folder, storage: () => Promise.resolve(storage), scanner, notes, dryRun });
  const inStorage = () => readdirSync(place, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return { folder, storage, given: take(false), dry: take(true), inStorage, noted };
}

async function lookedAt(given: GivenFiles, name: string) {
  const found = await given.look(name, uploads);
  if ('wrong' in found) throw new Error(found.wrong);
  return found;
}

test('a file of the folder is stored by its content and not by its name; a dry run stores none', async () => {
  const { given, dry, storage, inStorage, noted } = givenFiles({ 'scan.txt': sampleFiles.pdf });
  const found = await lookedAt(given, 'scan.txt');
  expect(found).toMatchObject({ contentType: 'application/pdf', size: sampleFiles.pdf.length });
  expect(await dry.store(7, found)).toMatchObject({ sha256: found.sha256 });
  expect([inStorage(), [...noted]]).toEqual([[], []]);

  const stored = await given.store(7, found);
  expect(stored).toMatchObject({ size: found.size, sha256: found.sha256 });
  const content = await storage.get(7, stored.name);
  expect(content && (await buffer(content)).equals(sampleFiles.pdf)).toBe(true);
  expect([...noted]).toEqual([`7 ${stored.name}`]);
  await given.discard();
  expect([inStorage(), [...noted]]).toEqual([[], []]);
});

test('nothing but a file inside the folder is looked into', async () => {
  const outside = makeFolder({ 'secret.pdf': sampleFiles.pdf });
  const { folder, given } = givenFiles({ 'a.pdf': sampleFiles.pdf });
  mkdirSync(join(folder, 'scans'));
  writeFileSync(join(folder, 'scans', 'b.pdf'), sampleFiles.pdf);
  symlinkSync(join(outside, 'secret.pdf'), join(folder, 'link.pdf'));
  symlinkSync(outside, join(folder, 'linked'));
  const pipe = createServer().listen(join(folder, 'pipe.pdf'));
  onTestFinished(() => void pipe.close());
  await once(pipe, 'listening');
  for (const inside of ['a.pdf', 'scans/b.pdf', './scans/../a.pdf'])
    expect(await given.look(inside, uploads)).toMatchObject({ contentType: 'application/pdf' });
  const names = [
    'b.pdf',
    '../',
    '.',
    'scans',
    'link.pdf',
    'linked/secret.pdf',
    'pipe.pdf',
    'a.pdf/x',
    '\0',
    '/etc/hosts',
  ];
  for (const name of [...names, join(outside, 'secret.pdf'), `../${outside.split('/').at(-1)}/secret.pdf`])
    expect(await given.look(name, uploads)).toEqual({ wrong: `there is no file "${name}" in the import's folder` });
});

test('files that nobody may hand in are refused, each with the reason', async () => {
  const { given } = givenFiles({
    'empty.pdf': '',
    'page.pdf': '<html><script>alert(1)</script>',
    'large.pdf': Buffer.concat([sampleFiles.pdf, Buffer.alloc(1024 * 1024)]),
    'letter.docx': sampleFiles.docx,
    'both.pdf': Buffer.concat([sampleFiles.pdf, sampleFiles.docx]),
    'bomb.png': pixelBombs.png,
  });
  const wrong = (name: string, acceptsWordFiles = false) => given.look(name, { ...uploads, acceptsWordFiles });
  expect(await wrong('empty.pdf')).toEqual({ wrong: '"empty.pdf" is empty' });
  const types = 'is none of PDF, JPG, PNG, HEIC, WEBP, TIFF by what is in it';
  expect(await wrong('page.pdf')).toEqual({ wrong: `"page.pdf" ${types}` });
  expect(await wrong('letter.docx')).toEqual({ wrong: `"letter.docx" ${types}` });
  expect(await wrong('letter.docx', true)).toMatchObject({ size: sampleFiles.docx.length });
  expect(await wrong('large.pdf')).toEqual({ wrong: '"large.pdf" is larger than 1 MB' });
  expect(await wrong('both.pdf')).toEqual({ wrong: '"both.pdf" is damaged, or two files in one' });
  expect(await wrong('bomb.png')).toEqual({ wrong: '"bomb.png" has more than 250 megapixels' });
});

test('if the server has a virus scanner, a file with a virus, or one that it could not read, is refused', async () => {
  let result: ScanResult = { outcome: 'infected', name: 'Eicar' };
  const seen: Buffer[] = [];
  const scanner: FileScanner = {
    async scan(content) {
      seen.push(await buffer(content));
      return result;
    },
  };
  const { given } = givenFiles({ 'a.pdf': sampleFiles.pdf }, { scanner });
  expect(await given.look('a.pdf', uploads)).toEqual({ wrong: '"a.pdf" has a virus: Eicar' });
  result = { outcome: 'unchecked', reason: 'unreachable' };
  expect(await given.look('a.pdf', uploads)).toEqual({
    wrong: '"a.pdf" could not be checked for viruses (unreachable)',
  });
  result = { outcome: 'clean' };
  expect(await given.look('a.pdf', uploads)).toMatchObject({ contentType: 'application/pdf' });
  expect(seen.every((content) => content.equals(sampleFiles.pdf))).toBe(true);
});

test('a file that became another since it was looked at is not taken', async () => {
  const { folder, given, inStorage } = givenFiles({ 'a.pdf': sampleFiles.pdf });
  const found = await lookedAt(given, 'a.pdf');
  writeFileSync(join(folder, 'a.pdf'), sampleFiles.pdf.toString('latin1').replace(/\w/, 'x'));
  await expect(given.store(7, found)).rejects.toThrow('a.pdf was changed while it was imported. Nothing was written.');
  await given.discard();
  expect(inStorage()).toEqual([]);
});
