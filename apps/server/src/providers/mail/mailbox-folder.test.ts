import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeMailProvider, sampleMail } from './contract-suite.ts';
import { fileNameOf, MailboxFolder } from './mailbox-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quayside-test-mail-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the mailbox folder', () => {
  describeMailProvider(async () => ({
    provider: new MailboxFolder(join(folder, 'mailbox')),
    received: async () => {
      const names = await readdir(join(folder, 'mailbox'));
      return Promise.all(names.map((name) => readFile(join(folder, 'mailbox', name))));
    },
  }));

  test('holds one file for a mail that was sent twice, named by its id, and nothing unfinished', async () => {
    const provider = new MailboxFolder(folder);
    await Promise.all([provider.send(sampleMail), provider.send(sampleMail)]);
    await provider.send(sampleMail);
    expect(await readdir(folder)).toEqual(['b7c2.42@saltmarsh.localhost.eml']);
  });

  test('a name can’t lead out of the folder', () => {
    expect(fileNameOf('../../etc/passwd@x')).toBe('.._.._etc_passwd@x.eml');
  });

  test('sweeps what a killed process left unfinished', async () => {
    writeFileSync(join(folder, 'half.eml.77.part'), 'From: ');
    await new MailboxFolder(folder).send(sampleMail);
    expect(await readdir(folder)).toEqual(['b7c2.42@saltmarsh.localhost.eml']);
  });

  test('[SAFE-5] its error contains nothing of the mail', async () => {
    writeFileSync(join(folder, 'file'), '');
    const sending = new MailboxFolder(join(folder, 'file')).send(sampleMail);
    await expect(sending).rejects.toMatchObject({ message: 'the mail was not accepted: ENOTDIR', isFinal: false });
  });
});
