import { getSummary } from '@quayside/contract/account/dashboard.ts';
import { createImport, getImport } from '@quayside/contract/integration/imports.ts';
import {
  deleteWaitingListEntry,
  getWaitingListEntry,
  moveWaitingListEntry,
} from '@quayside/contract/integration/waiting-lists.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lockTenantRows } from '../../import/row-locks.queries.ts';
import { auditOf } from '../../testing/audit.ts';
import { committedEvents } from '../../testing/events.ts';
import {
  makeAccount,
  makeTenant,
  sampleSettings,
  type SignedIn,
  signedInCustomer,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { joinWaitingList, makeWaitingListEntry } from '../../testing/factories/papers.ts';
import { codeOf, type HttpClient } from '../../testing/http-client.ts';
import { type MailApp, startMailApp } from '../../testing/mail-app.ts';
import { TestMailbox } from '../../testing/mailbox.ts';

const mailbox = new TestMailbox();
const languages = ['en-GB', 'de-DE', 'fr-FR', 'es-ES', 'nl-NL', 'ar'];
let app: MailApp;
let marina: TestTenant;
/** The customer C-5, at position 5 of six. */
let jo: SignedIn;
let email: string;
let list: number;
let program: HttpClient;
beforeAll(async () => {
  app = await startMailApp(mailbox);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  const culture = { ...sampleSettings().culture, defaultLanguage: 'nl-NL', availableLanguages: languages };
  const hosts = [`${crypto.randomUUID()}.example.com`];
  marina = await makeTenant(app, { name: 'Heron', hosts, settings: sampleSettings({ culture }) });
  email = `${crypto.randomUUID()}@example.com`;
  jo = await signedInCustomer(app, marina, await makeAccount(marina, { reference: 'C-5', email }));
  await speak('en-GB');
  list = await makeWaitingListEntry(marina.db, ownerOf(jo), { reference: 'WL-1', position: 5 });
  for (const position of [1, 2, 3, 4, 6]) await join(`C-${position}`, position);
  program = await programOf(app, marina);
});

const ownerOf = ({ account }: Pick<SignedIn, 'account'>) => ({
  tenantId: marina.id,
  accountId: account.id,
  siteId: account.siteId,
});
async function join(reference: string, position: number | null) {
  const account = await makeAccount(marina, { reference });
  await joinWaitingList(marina.db, ownerOf({ account }), list, { position });
}
const speak = (language: string | null) => marina.db.updateTable('logins').set({ language }).execute();

const because = 'Two customers wait for longer boats.';
const move = (position: number, { account = 'C-5', reason = because, headers = {}, by = program, of = 'WL-1' } = {}) =>
  by.call(moveWaitingListEntry, { params: { list: of, account }, body: { position, reason } }, headers);
const refusalOf = ({ body }: Awaited<ReturnType<typeof move>>) =>
  body.responseStatus?.errors.map(({ fieldName, message }) => `${fieldName} ${message}`);
const shownTo = async ({ client, account }: SignedIn) =>
  (await client.call(getSummary, { params: { guid: account.guid } })).body.waitingListsItems;
const mails = () => marina.db.selectFrom('mails').select('id').where('kind', '=', 'waiting-list-move').execute();

/** The references of the list's customers, from its first position on. */
async function ranks() {
  const rows = await marina.db
    .selectFrom('waiting_list_entries as e')
    .innerJoin('accounts as a', (on) => on.onRef('a.tenant_id', '=', 'e.tenant_id').onRef('a.id', '=', 'e.account_id'))
    .select(['a.reference', 'e.position'])
    .orderBy('e.position')
    .execute();
  return rows.map(({ reference, position }) => `${position} ${reference}`).join(', ');
}

test('[API-8] [HOOK-5] a program moves an entry up: the customer sees it with its reason, and gets mail', async () => {
  const { status, body } = await move(3);
  const entry = {
    list: 'WL-1',
    title: 'Annual berth, up to 12 m',
    type: 'Berth',
    account: 'C-5',
    accountNumber: jo.account.id,
    position: 3,
    joinedOn: '2024-03-09',
    addedOn: '2024-03-11',
    movedAt: '2026-05-16T09:00:00.000Z',
    movedUp: true,
    reason: because,
  };
  expect([status, body]).toEqual([200, { ...entry, mailedTo: email }]);
  expect(await ranks()).toBe('1 C-1, 2 C-2, 3 C-5, 4 C-3, 5 C-4, 6 C-6');
  const shown = { isUp: true, movedAt: entry.movedAt, reason: because };
  expect(await shownTo(jo)).toMatchObject([{ position: 3, move: shown }]);
  const params = { list: 'WL-1', account: 'C-5' };
  expect((await program.call(getWaitingListEntry, { params })).body).toMatchObject(entry);
  const mail = await mailbox.mailTo(email);
  expect(mail.subject).toBe('You moved up: Annual berth, up to 12 m');
  for (const text of ['Your position now', '3', `Heron writes: ${because}`, '/secure/waiting-lists'])
    expect(mail.text?.replaceAll(/\s+/g, ' ')).toContain(text);
  const object = { ...body, position: 3, movedFrom: 5 };
  expect(await committedEvents(marina)).toEqual([{ type: 'waiting-list-entry.moved', reference: null, object }]);
  expect((await auditOf(marina)).at(-1)).toMatchObject({
    event: 'waiting-list-entry.moved',
    actor: { kind: 'integration', name: 'Back office' },
    accountId: jo.account.id,
    subject: { type: 'waiting-list', id: String(list) },
    details: { from: 5, to: 3 },
  });
});

test('[API-8] an entry moves to each place, up and down, and the entries that it passes close the gap', async () => {
  expect((await move(6)).body).toMatchObject({ position: 6, movedUp: false });
  expect(await ranks()).toBe('1 C-1, 2 C-2, 3 C-3, 4 C-4, 5 C-6, 6 C-5');
  expect((await mailbox.mailTo(email)).subject).toBe('You moved down: Annual berth, up to 12 m');
  expect((await move(1)).body).toMatchObject({ position: 1, movedUp: true });
  expect(await ranks()).toBe('1 C-5, 2 C-1, 3 C-2, 4 C-3, 5 C-4, 6 C-6');
  expect((await move(4)).body).toMatchObject({ position: 4, movedUp: false });
  expect(await ranks()).toBe('1 C-1, 2 C-2, 3 C-3, 4 C-5, 5 C-4, 6 C-6');
});

test('[API-8] an entry that is not ranked gets a rank, at the latest the last', async () => {
  await join('C-7', null);
  expect(refusalOf(await move(8, { account: 'C-7' }))).toEqual(['position is after the end of the list']);
  expect((await move(7, { account: 'C-7' })).body).toMatchObject({ position: 7, movedUp: true });
  await join('C-8', null);
  expect((await move(2, { account: 'C-8' })).body).toMatchObject({ position: 2, movedUp: true });
  expect(await ranks()).toBe('1 C-1, 2 C-8, 3 C-2, 4 C-3, 5 C-4, 6 C-5, 7 C-6, 8 C-7');
  expect((await auditOf(marina)).at(-1)?.details).toEqual({ from: null, to: 2 });
});

test.each([
  ['de-DE', 'Sie sind vorgerückt'],
  ['fr-FR', 'Vous avez avancé'],
  ['es-ES', 'Ha avanzado'],
  ['nl-NL', 'U bent opgeschoven'],
  ['ar', 'تقدم ترتيبك'],
  ['da-DK', 'U bent opgeschoven'],
])('[API-8] the mail is in the customer’s language, if the marina offers it: %s', async (language, words) => {
  await speak(language);
  await move(3);
  expect((await mailbox.mailTo(email)).subject).toContain(words);
});

test('[API-8] one idempotency key moves an entry once, and repeating the last move does nothing', async () => {
  const once = { headers: { 'idempotency-key': 'first' } };
  const answers = await Promise.all([move(3, once), move(3, once), move(3)]);
  expect(answers.map(({ status, body }) => [status, body.position])).toEqual([1, 2, 3].map(() => [200, 3]));
  expect(codeOf(await move(2, once))).toBe('409 IDEMPOTENCY_KEY_CONFLICT');
  expect(refusalOf(await move(3, { reason: 'Another one' }))).toEqual(['position is its position already']);
  expect(await ranks()).toBe('1 C-1, 2 C-2, 3 C-5, 4 C-3, 5 C-4, 6 C-6');
  expect([(await mails()).length, (await committedEvents(marina)).length]).toEqual([1, 1]);
});

test('[API-8] moves of one list at the same time go one after the other', async () => {
  const answers = await Promise.all([1, 2, 3, 4, 6].map((each) => move(1, { account: `C-${each}`, reason: 'First' })));
  // The one that is first already needs no move.
  for (const answer of answers)
    expect(['position is its position already', undefined]).toContain(refusalOf(answer)?.[0]);
  expect((await ranks()).replaceAll(/ C-\d/g, '')).toBe('1, 2, 3, 4, 5, 6');
});

test('[API-8] a move waits for an import, and goes from the position that this stores', async () => {
  const moved = await marina.db.transaction().execute(async (trx) => {
    await lockTenantRows(trx, marina.id, 'alone');
    const waiting = move(3);
    // The lock is held and waited for by its number, in this database.
    const waits = () =>
      sql`
        select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
        where not l.granted and l.classid = 7201847 and l.objid = ${marina.id}`.execute(trx);
    await expect.poll(async () => (await waits()).rows.length).toBe(1);
    await trx
      .updateTable('waiting_list_entries')
      .set({ position: null })
      .where('account_id', '=', jo.account.id)
      .execute();
    return { waiting };
  });
  expect((await moved.waiting).body.position).toBe(3);
  expect((await auditOf(marina)).at(-1)?.details).toEqual({ from: null, to: 3 });
  expect((await committedEvents(marina)).at(-1)?.object).toMatchObject({ movedFrom: null, position: 3 });
});

/** Imports a file of entries. */
async function takeIn(rows: string) {
  const { body } = await program.call(createImport, { query: { kind: 'waiting-list-entries' }, body: rows } as never, {
    'content-type': 'text/csv',
  });
  const state = async () => (await program.call(getImport, { params: { id: body.id }, query: {} })).body.state;
  await expect.poll(state, { timeout: 60_000 }).toBe('done');
}

test('[API-8] an import with positions stores its own, and one without keeps the moves', async () => {
  expect((await move(1)).body).toMatchObject({ position: 1 });
  await takeIn('list,account,added_on\nWL-1,C-5,2026-05-01\n');
  expect(await ranks()).toMatch(/^1 C-5, /);
  await takeIn('list,account,position,added_on\nWL-1,C-5,9,2026-05-01\n');
  expect(await ranks()).toMatch(/, 9 C-5$/);
});

test('[API-8] a move needs a reason, a valid place, a known entry, and this marina', async () => {
  for (const reason of ['', '  ', 'x'.repeat(1_001)])
    expect(codeOf(await move(3, { reason }))).toBe('400 INVALID_REQUEST');
  for (const position of [0, -1, 1.5, 1e9]) expect(codeOf(await move(position))).toBe('400 INVALID_REQUEST');
  expect(refusalOf(await move(7))).toEqual(['position is after the end of the list']);
  expect(refusalOf(await move(5))).toEqual(['position is its position already']);
  for (const wrong of [{ account: 'C-9' }, { of: 'WL-9' }]) expect(codeOf(await move(3, wrong))).toBe('404 NOT_FOUND');
  const elsewhere = await makeTenant(app);
  const strange = await programOf(app, elsewhere);
  expect(codeOf(await move(3, { by: strange }))).toBe('404 NOT_FOUND');
  const params = { list: 'WL-1', account: 'C-5' };
  expect(codeOf(await strange.call(getWaitingListEntry, { params }))).toBe('404 NOT_FOUND');
  const reader = await programOf(app, marina, { scopes: ['waiting-lists:read', 'accounts:write'] });
  const refused = await move(3, { by: reader });
  expect([codeOf(refused), refused.body.responseStatus?.meta]).toEqual([
    '403 SCOPE_MISSING',
    { scope: 'waiting-lists:write' },
  ]);
  expect([await mails(), await committedEvents(marina)]).toEqual([[], []]);
  expect(await shownTo(jo)).toMatchObject([{ position: 5, move: null }]);
});

test('[API-8] an entry that no longer waits is not moved, nor one of a marina without waiting lists', async () => {
  await marina.db.deleteFrom('waiting_list_entries').where('account_id', '=', jo.account.id).execute();
  expect(codeOf(await move(3))).toBe('404 NOT_FOUND');
  const permissions = { ...sampleSettings().permissions, showWaitingLists: false };
  const quiet = await makeTenant(app, { settings: sampleSettings({ permissions }) });
  const account = await makeAccount(quiet, { reference: 'C-5' });
  const owner = { tenantId: quiet.id, accountId: account.id, siteId: 1 };
  await makeWaitingListEntry(quiet.db, owner, { reference: 'WL-1' });
  expect(codeOf(await move(1, { by: await programOf(app, quiet) }))).toBe('404 FEATURE_DISABLED');
});

test('[API-8] a closed account or one without an address gets no mail, and the answer says so', async () => {
  await marina.db.updateTable('accounts').set({ email: '' }).execute();
  expect((await move(3)).body.mailedTo).toBeNull();
  await marina.db.updateTable('accounts').set({ email, closed_at: app.clock.now() }).execute();
  expect((await move(2)).body.mailedTo).toBeNull();
  expect(await mails()).toEqual([]);
});

const leave = (reference: string) =>
  program.call(deleteWaitingListEntry, { params: { list: 'WL-1', account: reference } });

test('[DASH-8] customers who leave a list leave no gap, and nobody is told of a new position', async () => {
  await join('C-7', null);
  expect((await leave('C-1')).body.position).toBe(1);
  expect(await ranks()).toBe('1 C-2, 2 C-3, 3 C-4, 4 C-5, 5 C-6, null C-7');
  expect(await shownTo(jo)).toMatchObject([{ position: 4, move: null }]);
  expect((await leave('C-7')).status).toBe(200);
  // One that others share is no gap.
  await join('C-8', 2);
  expect((await leave('C-3')).body.position).toBe(2);
  expect(await ranks()).toBe('1 C-2, 2 C-8, 3 C-4, 4 C-5, 5 C-6');
  expect([await mails(), await committedEvents(marina)]).toEqual([[], []]);
});

test('[DASH-8] customers who leave at once, or while others are moved, leave no gap', async () => {
  const answers = await Promise.all([leave('C-1'), move(1, { account: 'C-6' }), leave('C-3'), leave('C-4')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await ranks()).toBe('1 C-6, 2 C-2, 3 C-5');
});

test('[DASH-8] a file that takes customers off moves up those behind, and its own positions hold', async () => {
  await takeIn('list,account,added_on,removed\nWL-1,C-1,2026-05-01,yes\nWL-1,C-4,2026-05-01,yes\n');
  expect(await ranks()).toBe('1 C-2, 2 C-3, 3 C-5, 4 C-6');
  await takeIn(
    'list,account,position,added_on,removed\nWL-1,C-2,,2026-05-01,yes\nWL-1,C-5,1,2026-05-01,\nWL-1,C-3,2,2026-05-01,\n',
  );
  expect(await ranks()).toBe('1 C-5, 2 C-3, 3 C-6');
});
