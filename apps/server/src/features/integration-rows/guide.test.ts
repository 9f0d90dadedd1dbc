import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { contactUs } from '@quayside/contract/account/contact.ts';
import { putAccount } from '@quayside/contract/integration/accounts.ts';
import { putDocumentType } from '@quayside/contract/integration/document-types.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DocumentMarina } from '../../testing/document-marina.ts';
import type { TestTenant } from '../../testing/factories/factories.ts';
import { makeIntegrationKey } from '../../testing/factories/integration.ts';
import { makeDocumentType } from '../../testing/factories/papers.ts';
import { insertPayment } from '../../testing/factories/payments.ts';
import { type MailApp, startMailApp } from '../../testing/mail-app.ts';
import { TestMailbox } from '../../testing/mailbox.ts';
import { sampleFiles } from '../../testing/sample-files.ts';

const run = promisify(execFile);
const guides = join(import.meta.dirname, '../../../../../docs/integrating');
const guide = join(guides, 'README.md');

let app: MailApp;
let marina: TestTenant;
let folder: string;
beforeAll(async () => {
  // The import of the guide needs the worker.
  app = await startMailApp(new TestMailbox());
  folder = mkdtempSync(join(tmpdir(), 'quayside-guide-'));
  const documents = await DocumentMarina.open(app, {}, { hosts: ['saltmarsh.example.com'] });
  marina = documents.tenant;
  const identity = await makeDocumentType(marina.db, marina.id, { name: 'Identity' });
  await documents.send(await documents.announced());
  await documents.send(await documents.announced({ documentTypeId: identity }), sampleFiles.png, 'passport.png');
  const { client, account } = documents.robin;
  await client.call(contactUs, { params: { guid: account.guid }, body: { message: 'Subject: Berths\nIs B 17 free?' } });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the parts of the guide as the one program that it asks its reader to save. @returns what it prints */
async function runGuide(key: string): Promise<string[]> {
  const parts = [...readFileSync(guide, 'utf8').matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code]) => code);
  const program = join(folder, 'quick-start.mjs');
  writeFileSync(program, parts.join('\n'));
  const env = { ...process.env, QUAYSIDE_URL: app.url, QUAYSIDE_KEY: key };
  return (await run(process.execPath, [program], { env })).stdout.split('\n');
}

/** Returns the lines for a shell in a guide, without the two that give its reader's own address and key. */
const shellParts = (file: string): string[] =>
  [...readFileSync(join(guides, file), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .map(([, lines = '']) => lines)
    .filter((lines) => !lines.startsWith('export QUAYSIDE_URL='));

/** Pays the order of the guide, £100.00 or what is left of it, as a customer does who opens the link. */
async function payOrder(): Promise<void> {
  const orders = marina.db.selectFrom('orders').where('reference', '=', 'O-5001');
  const owed = orders.select(['id', 'account_id', 'gross_minor', 'allocated_minor']);
  const { id, account_id: accountId, gross_minor, allocated_minor } = await owed.executeTakeFirstOrThrow();
  const amountMinor = Math.min(10_000, gross_minor - allocated_minor);
  const owner = { tenantId: marina.id, accountId, siteId: 1 };
  await insertPayment(marina.db, owner, { state: 'allocated', orderId: id, amountMinor });
}

test('[API-2] [RUN-12] each part of the guide runs as it is written, again without doing anything twice', async () => {
  const { text } = await makeIntegrationKey(app, marina, { mode: 'test' });
  const first = await runGuide(text);
  expect(first[0]).toMatch(new RegExp(`^Back office of Marina ${marina.key} may sites:read, `));
  expect(first[1]).toBe('O-5001: 120 GBP to pay');
  const link = /^Sent to jo\.sailor@example\.org: http:\/\/saltmarsh\.example\.com:3000\/quick-pay\/[0-9a-f-]{36}$/;
  expect(first[2]).toMatch(link);
  const recipes = (refusal: RegExp, added: string, decided: readonly string[], answered: readonly string[]) => [
    `Import is done: ${added}`,
    'Mobile: +447700900123',
    expect.stringMatching(refusal),
    'Credit note CR-7001: 40 GBP',
    'Till: done, 0 left to pay',
    ...decided,
    'Agreement A-2026-14: sent to jo.sailor@example.org',
    ...answered,
    'C-1001 is number 1 of WL-12',
    'Estimate E-2026-3: 2400 GBP',
    'Berth A 14: 2026-06-01 to 2026-06-14',
    '',
  ];
  const kinds = ['boats', 'waiting-lists', 'waiting-list-entries'];
  const nightly = (added: number) =>
    ['0 accounts added, 0 changed', ...kinds.map((kind) => `${added} ${kind} added, 0 changed`)].join('; ');
  const decisions = ['Document 1: accepted', 'Document 2: rejected'];
  const isInvoiced = /^Cancelled: 409 .*credit it by an order of its own/;
  expect(first.slice(3)).toEqual([
    'O-5001 is open, 120 left to pay',
    'Changed: O-5001',
    ...recipes(isInvoiced, nightly(1), decisions, ['Message 1: answered to robin.test@example.com']),
  ]);
  await payOrder();
  const again = await runGuide(text);
  expect(again.slice(3)).toEqual([
    'P000002: 100 GBP completed',
    'O-5001 is open, 20 left to pay',
    expect.stringMatching(/^Changed: .*O-5001/),
    ...recipes(/^Cancelled: 409 .*has payments/, nightly(0), [], []),
  ]);
  const mails = await marina.db.selectFrom('mails').select(['kind', 'recipient']).orderBy('id').execute();
  expect(mails.filter(({ kind }) => kind === 'pay-link')).toMatchObject([{ recipient: 'jo.sailor@example.org' }]);
  expect(mails.filter(({ kind }) => kind === 'document-review')).toHaveLength(2);
  expect(mails.filter(({ kind }) => kind === 'message-answer')).toHaveLength(1);
  expect(mails.filter(({ kind }) => kind === 'waiting-list-move')).toHaveLength(1);
  expect(mails.filter(({ kind }) => kind === 'mail-link')).toHaveLength(1);
  await payOrder();
  app.clock.advance({ hours: 25 });
  const nextDay = await runGuide(text);
  expect(nextDay.slice(1, 3)).toEqual(['O-5001: 0 GBP to pay', 'P000002: 100 GBP completed']);
  expect(await marina.db.selectFrom('mails').select('id').where('kind', '=', 'pay-link').execute()).toHaveLength(1);
});

test('[API-2] [API-6] the shell lines run as they are written: a file, the export, an endpoint', async () => {
  const { text: key } = await makeIntegrationKey(app, marina, { mode: 'test' });
  const env = { ...process.env, QUAYSIDE_URL: app.url, QUAYSIDE_KEY: key };
  const names = { 'en-GB': 'Survey', 'fr-FR': 'Expertise' };
  const program = app.client('saltmarsh');
  program.headers.authorization = `Bearer ${key}`;
  await program.call(putAccount, { params: { reference: 'C-1001' }, body: { site: 1, lastName: 'Sailor' } });
  const survey = { position: 9, name: names, level: 'Account' as const, expiryRequired: false, prompt: false };
  await program.call(putDocumentType, { params: { reference: 'survey' }, body: survey });
  writeFileSync(join(folder, 'survey.pdf'), sampleFiles.pdf);

  const [sendDocument = '', fetchExport = '', goOn = '', ...others] = shellParts('README.md');
  expect(others).toEqual([]);
  const sent = await run('bash', ['-e', '-c', sendDocument], { cwd: folder, env });
  expect(sent.stdout).toContain('"reference":"D-2026-4"');
  await run('bash', ['-e', '-c', fetchExport], { cwd: folder, env });
  expect(existsSync(join(folder, 'saltmarsh', 'export.json'))).toBe(true);
  const archive = readFileSync(join(folder, 'saltmarsh.tar'));
  const lastHeader = archive.lastIndexOf('files/');
  rmSync(join(folder, 'saltmarsh'), { recursive: true });
  mkdirSync(join(folder, 'saltmarsh'));
  writeFileSync(join(folder, 'saltmarsh.tar'), archive.subarray(0, lastHeader + 600));
  await run('bash', ['-e', '-c', goOn], { cwd: folder, env });
  expect(existsSync(join(folder, 'saltmarsh', 'export.json'))).toBe(true);
  expect((await run('tar', ['-tf', 'rest.tar'], { cwd: folder })).stdout.match(/^files\//gm)).toHaveLength(1);

  const [makeEndpoint = '', ...more] = shellParts('webhooks.md');
  expect(more).toEqual([]);
  const made = await run('bash', ['-e', '-c', makeEndpoint], { cwd: folder, env });
  expect(made.stdout).toContain('"secret":"whsec_');
});
