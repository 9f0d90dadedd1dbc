import { getFile } from '@quayside/contract/agreements/agreement-papers.ts';
import { documentStatus } from '@quayside/contract/documents/documents.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tellOffice } from '../../../features/documents/office/tell-office.service.ts';
import { auditOf } from '../../../testing/audit.ts';
import { DocumentMarina } from '../../../testing/document-marina.ts';
import { committedEvents } from '../../../testing/events.ts';
import { makeAccount, makeTenant, sampleSite, signedInCustomer } from '../../../testing/factories/factories.ts';
import { makeBoat } from '../../../testing/factories/orders.ts';
import { makeDocument, makeDocumentType } from '../../../testing/factories/papers.ts';
import { jobContextOf } from '../../../testing/jobs.ts';
import { type MailApp, startMailApp } from '../../../testing/mail-app.ts';
import { TestMailbox } from '../../../testing/mailbox.ts';
import { runOperator } from '../../testing/operator.ts';

const mailbox = new TestMailbox();
let app: MailApp;
let marina: DocumentMarina;
let address: string;
let office: string;
let marinas = 0;

const openMarina = (settings?: Parameters<typeof DocumentMarina.open>[1]) => {
  marinas += 1;
  office = `office-${marinas}@example.com`;
  const sites = [sampleSite({ email: office })];
  return DocumentMarina.open(app, settings, { hosts: [`quay-${marinas}.example.com`], sites });
};

beforeAll(async () => {
  app = await startMailApp(mailbox);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  marina = await openMarina();
  address = `robin-${marina.tenant.key}@example.com`;
  await marina.tenant.db
    .updateTable('accounts')
    .set({ email: address, reference: 'C-1001' })
    .where('id', '=', marina.robin.account.id)
    .execute();
});

const run = (...args: string[]) =>
  runOperator(['document', ...args, '--tenant', marina.tenant.key], { database: app.testDatabase });

async function output(...args: string[]): Promise<string> {
  const { code, out, err } = await run(...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
}

async function handIn(fields?: Parameters<DocumentMarina['announced']>[0]): Promise<number> {
  const id = await marina.announced(fields);
  expect((await marina.send(id)).status).toBe(200);
  return id;
}

test('[SAFE-106] a stored name that was made for a terminal moves nothing there', async () => {
  const name = 'Policy\u001b[2K\u001b[1A\u001b]52;c;cm0=\u0007 \u202egnp';
  const id = await handIn();
  await marina.tenant.db.updateTable('account_documents').set({ name }).where('id', '=', id).execute();
  const line = (await output('list')).split('\n').find((each) => each.startsWith(`${id} `));
  expect(line).toContain('Policy[2K[1A]52;c;cm0= gnp');
});

test('[RUN-190] the day of a document is that of its customer’s site', async () => {
  const { db } = marina.tenant;
  await db.updateTable('sites').set({ time_zone: 'Pacific/Auckland' }).execute();
  const id = await handIn();
  await db
    .updateTable('account_documents')
    .set({ ready_at: new Date('2026-05-16T22:30:00Z') })
    .where('id', '=', id)
    .execute();
  expect(await output('list')).toMatch(new RegExp(`^${id}  2026-05-17  `));
});

const because = ['--reason', 'The policy does not name your boat.'] as const;

describe('[RUN-12] the office rejects a document', () => {
  test('with a reason: the file is kept and counts no more, and its type waits for another one', async () => {
    const id = await handIn({ name: 'Cover 2026' });
    await marina.tenant.db.updateTable('logins').set({ language: 'fr-FR' }).execute();
    expect(await output('reject', String(id), ...because)).toBe(
      `Document ${id} is rejected.\nAn e-mail goes to ${address}.\n`,
    );
    const shown = await marina.shown();
    expect(shown).toMatchObject({
      accountDocumentId: 0,
      hasAccountDocument: false,
      accountDocumentName: null,
      fileReferenceGuid: null,
      review: { isAccepted: false, reason: 'The policy does not name your boat.', documentName: 'Cover 2026' },
    });
    expect(shown && documentStatus(shown)).toBe('waiting');
    expect(await marina.rowsOf('files')).toHaveLength(1);
    const mail = await mailbox.mailTo(address);
    expect(mail.subject).toBe('Non accepté\u00A0: Proof of insurance (fr)');
    expect(mail.text).toContain('The policy does not name your boat.');
    expect(mail.text).toContain(`http://quay-${marinas}.example.com:3000/secure/documents`);
    expect((await auditOf(marina.tenant)).at(-1)).toMatchObject({
      event: 'document.reject',
      actor: { kind: 'operator' },
      accountId: marina.robin.account.id,
      subject: { type: 'document', id: String(id) },
    });
    expect((await committedEvents(marina.tenant)).at(-1)).toMatchObject({
      type: 'document.rejected',
      object: { number: id, account: 'C-1001', review: 'rejected', isCurrent: false, version: 1 },
    });
  });

  test('so that the next one counts, until it is decided on too; a replaced one is not decided on', async () => {
    const first = await handIn();
    await output('reject', String(first), ...because);
    const second = await handIn({ name: 'Cover 2027' });
    expect(await marina.shown()).toMatchObject({ accountDocumentId: second, review: null });
    const { code, err } = await run('accept', String(first));
    expect([code, err]).toEqual([1, `Another document counts in place of document ${first}. Nothing has changed.\n`]);
    await output('accept', String(second), '--reason', 'Thank you');
    expect(await marina.shown()).toMatchObject({
      accountDocumentId: second,
      review: { isAccepted: true, reason: 'Thank you', documentName: 'Cover 2027' },
    });
  });

  test('once: the same decision again sends no mail, and a mistake is taken back', async () => {
    const id = await handIn();
    await output('reject', String(id), ...because);
    expect(await output('reject', String(id), ...because)).toBe(`Document ${id} was already rejected.\n`);
    const events = async () => (await committedEvents(marina.tenant)).map(({ type }) => type);
    expect(await events()).toEqual(['document.uploaded', 'document.rejected']);
    await output('accept', String(id));
    expect(await marina.shown()).toMatchObject({ accountDocumentId: id, review: { isAccepted: true } });
    expect(await events()).toEqual(['document.uploaded', 'document.rejected', 'document.accepted']);
  });

  test('of one boat alone, and not without a reason, an unknown one, or one that waits for its file', async () => {
    const type = await makeDocumentType(marina.tenant.db, marina.tenant.id, { level: 'Boat' });
    const boats = [
      await makeBoat(marina.tenant.db, marina.owner, 'Avocet'),
      await makeBoat(marina.tenant.db, marina.owner, 'Teal'),
    ];
    const ids = [];
    for (const boatId of boats)
      ids.push((await makeDocument(marina.tenant.db, marina.owner, type, { boatId, expiresOn: '2026-06-01' })).id);
    await output('reject', String(ids[0]), ...because);
    const ofBoats = (await marina.types()).filter(({ boat }) => boat !== null);
    expect(ofBoats).toMatchObject([
      { accountDocumentId: 0, review: { isAccepted: false } },
      { accountDocumentId: ids[1], review: null },
    ]);
    for (const args of [
      ['reject', String(ids[1])],
      ['reject', String(ids[1]), '--reason', ' '],
      ['accept', '0'],
    ])
      expect((await run(...args)).code).toBe(1);
    const waiting = await marina.announced();
    for (const number of [999, waiting])
      expect((await run('accept', String(number))).err).toBe(
        `Marina ${marina.tenant.key} has no document ${number}.\n`,
      );
    const elsewhere = await makeTenant(app);
    const strange = await runOperator(['document', 'accept', String(ids[1]), '--tenant', elsewhere.key], {
      database: app.testDatabase,
    });
    expect(strange.code).toBe(1);
    expect(await output('list')).toBe(
      `${ids[1]}  2026-02-03  Robin Test (C-1001)  Proof of insurance, Teal  policy.pdf  until 2026-06-01\n`,
    );
    // A document with a reference is the office's own.
    const documents = marina.tenant.db.updateTable('account_documents').set({ reference: 'D-1' });
    await documents.where('id', '=', ids[1] ?? 0).execute();
    expect(await output('list')).not.toContain('policy.pdf');
  });
});

describe('[RUN-12] the office hears of uploads', () => {
  const tell = async () => tellOffice(await jobContextOf(app, marina.tenant.id));
  const officeMails = async () =>
    (await mailbox.read()).filter(({ to }) => to?.some((reader) => reader.address === office));

  test('by one mail for those of ten minutes, without what was replaced meanwhile', async () => {
    await app.stopWorker();
    const old = await handIn({ name: 'Wrong file' });
    const id = await handIn({ name: 'Cover 2026' });
    const neighbour = await signedInCustomer(
      app,
      marina.tenant,
      await makeAccount(marina.tenant, { firstname: 'Sam', lastname: 'Neighbour' }),
    );
    const theirs = (await marina.announce({}, neighbour)).body.accountDocumentId;
    await marina.send(theirs, undefined, undefined, neighbour);
    const { rows } = await sql<{ waits: boolean }>`
      select run_at = '2026-05-16T09:10:00Z'::timestamptz as waits from graphile_worker.jobs
      where key = ${`tell-office-of-documents-${marina.tenant.id}`}`.execute(marina.tenant.db);
    expect(rows).toEqual([{ waits: true }]);
    await tell();
    await tell();
    await app.startWorker();
    const mail = await mailbox.mailTo(office, 'Documents to check: 2');
    for (const words of [`Document ${id}`, 'C-1001', `Document ${theirs}`, 'Sam Neighbour', '16 May 2027'])
      expect(mail.text).toContain(words);
    expect(mail.text).not.toContain(`Document ${old}\n`);
    expect(await officeMails()).toHaveLength(1);
  });

  test('not if it wants no mail, and of nothing that it has decided on', async () => {
    await app.stopWorker();
    const id = await handIn();
    await output('accept', String(id));
    await tell();
    const mails = () =>
      marina.tenant.db.selectFrom('mails').select('kind').where('kind', '=', 'documents-office').execute();
    expect(await mails()).toEqual([]);
    marina = await openMarina({ uploads: { tellsOffice: false } });
    await handIn();
    await tell();
    expect(await mails()).toEqual([]);
    await app.startWorker();
  });
});

describe('[RUN-163] the office erases a document that is in the wrong account', () => {
  const fileOf = (guid: string | null) => marina.robin.client.call(getFile, { params: { guid: guid ?? '' } });

  test('at once: nobody opens its file any more, and its type waits for another one', async () => {
    const id = await handIn({ name: "Somebody else's cover" });
    const guid = (await marina.shown())?.fileReferenceGuid ?? null;
    expect((await fileOf(guid)).status).toBe(200);
    expect(await output('erase', String(id))).toMatch(
      new RegExp(`^${id} {2}.*Somebody else's cover.*\nNothing has changed. To erase its file: --confirm ${id}\n$`),
    );
    expect((await run('erase', String(id), '--confirm', '999')).err).toContain('--confirm: is not the number');
    expect((await fileOf(guid)).status).toBe(200);

    expect(await output('erase', String(id), '--confirm', String(id))).toContain('Its file is erased');
    expect((await fileOf(guid)).status).toBe(404);
    expect(await marina.shown()).toMatchObject({ hasAccountDocument: false, fileReferenceGuid: null, review: null });
    const events = await committedEvents(marina.tenant);
    expect(events.at(-1)).toMatchObject({ type: 'document.changed', object: { number: id, size: 0, sha256: '' } });
    expect((await auditOf(marina.tenant)).at(-1)).toMatchObject({
      event: 'document.erased',
      subject: { type: 'document', id: String(id) },
      actor: { kind: 'operator' },
    });
    expect((await run('erase', String(id))).err).toContain(`Document ${id} has no file`);
  });

  test('also one that another document has replaced, and this one stays', async () => {
    const wrong = await handIn();
    const right = await handIn({ name: 'The right one' });
    await output('erase', String(wrong), '--confirm', String(wrong));
    expect(await marina.shown()).toMatchObject({ accountDocumentId: right, hasAccountDocument: true });
    expect((await run('erase', '999')).err).toContain('has no document 999');
  });
});
