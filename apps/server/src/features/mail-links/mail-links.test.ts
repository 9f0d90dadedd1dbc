import { openMailLink, sendNewMailLink } from '@quayside/contract/identity/mail-links.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeAccount, makeTenant, type TestAccount, type TestTenant } from '../../testing/factories/factories.ts';
import { makeMailLink } from '../../testing/factories/mail-links.ts';
import { makeAgreement, makeOrder } from '../../testing/factories/orders.ts';
import { codeOf } from '../../testing/http-client.ts';
import { startMailWorker } from '../../testing/mail-worker.ts';
import { TestMailbox } from '../../testing/mailbox.ts';

let app: TestApp;
let marina: TestTenant;
let robin: TestAccount;

beforeAll(async () => {
  app = await startTestApp();
  marina = await makeTenant(app, { hosts: ['links.localhost'] });
  robin = await makeAccount(marina, { email: 'robin.links@example.com' });
});
afterAll(() => app.close());

interface Held {
  id: number;
  token: string;
}

const owner = () => ({ tenantId: marina.id, accountId: robin.id, siteId: 1 });
const open = (params: Held, tenant = marina) => app.client(tenant.key).call(openMailLink, { params });
const renew = (params: Held, tenant = marina) => app.client(tenant.key).call(sendNewMailLink, { params });
const link = (thing: Parameters<typeof makeMailLink>[2]) => makeMailLink(marina, robin, thing, app.clock.now());
const ofOrder = async () => link({ orderId: (await makeOrder(marina.db, owner())).id });

test('[SAFE-1] a token that is wrong, or of another mail, marina or closed account, opens nothing', async () => {
  const own = await ofOrder();
  const other = await ofOrder();
  const elsewhere = await makeTenant(app);
  const closed = await makeAccount(marina, { email: 'gone@example.com' });
  const ofClosed = await makeMailLink(marina, closed, { accountId: closed.id }, app.clock.now());
  await marina.db.updateTable('accounts').set({ closed_at: app.clock.now() }).where('id', '=', closed.id).execute();
  const refused = [
    open({ ...own, token: `${own.token}x` }),
    open({ ...own, id: other.id }),
    open(own, elsewhere),
    open(ofClosed),
  ];
  for (const answer of await Promise.all(refused)) expect(codeOf(answer)).toBe('410 INVALID_TOKEN');
  expect((await open(own)).status).toBe(200);
});

test('[SHELL-19] the link decides where it leads: to an order, an agreement, or the documents', async () => {
  const order = await makeOrder(marina.db, owner());
  const agreement = await makeAgreement(marina.db, owner());
  const bodyOf = async (thing: Parameters<typeof link>[0]) => (await open(await link(thing))).body;
  expect(await bodyOf({ orderId: order.id })).toEqual({ target: 'order', guid: order.guid });
  expect(await bodyOf({ agreementId: agreement.id })).toEqual({ target: 'agreement', guid: agreement.guid });
  expect(await bodyOf({ accountId: robin.id })).toEqual({ target: 'documents', guid: null });
});

test('[SHELL-19] a mail’s link opens once, also if many open it at the same time', async () => {
  const own = await ofOrder();
  const answers = await Promise.all(Array.from({ length: 8 }, () => open(own)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(410)]);
});

test('[SHELL-19] a mail’s link opens for seven days', async () => {
  const [first, second] = [await ofOrder(), await ofOrder()];
  app.clock.advance({ days: 6, hours: 23 });
  expect((await open(first)).status).toBe(200);
  app.clock.advance({ hours: 1 });
  expect(codeOf(await open(second))).toBe('410 INVALID_TOKEN');
});

test('[SHELL-19] a new link in place of a used one is mailed to the address on file, and opens', async () => {
  const mailbox = new TestMailbox();
  const worker = await startMailWorker(app, mailbox);
  const order = await makeOrder(marina.db, owner());
  const own = await link({ orderId: order.id });
  await open(own);
  await marina.db.updateTable('accounts').set({ email: 'moved@example.com' }).where('id', '=', robin.id).execute();
  const [known, nobodys] = [await renew(own), await renew({ ...own, token: 'nobodys' })];
  expect([known.status, known.text]).toEqual([nobodys.status, nobodys.text]);
  const { text = '', headers } = await mailbox.mailTo('moved@example.com');
  const [, id, token = ''] = /links\.localhost[^/]*\/redirect\/(\d+)\/([\w-]+)/.exec(text) ?? [];
  // The mail's part of the link withdraws no consent.
  expect(headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
  expect(token).not.toBe('');
  const stored = marina.db.selectFrom('mails').selectAll().where('tenant_id', '=', marina.id);
  expect(JSON.stringify(await stored.execute())).not.toContain(token);
  expect((await open({ id: Number(id), token })).body).toEqual({ target: 'order', guid: order.guid });
  expect(app.logs()).not.toContain(token);
  await worker.stop();
  mailbox.remove();
});

test('[RUN-170] the mail about an agreement names its last day, in the reader’s language', async () => {
  const mailbox = new TestMailbox();
  const worker = await startMailWorker(app, mailbox);
  const own = await makeAccount(marina, { email: 'signer@example.com' });
  const agreement = await makeAgreement(marina.db, { ...owner(), accountId: own.id }, { signBy: '2099-05-01' });
  await renew(await makeMailLink(marina, own, { agreementId: agreement.id }, app.clock.now()));
  expect((await mailbox.mailTo('signer@example.com')).text).toContain('The last day to sign it is 01 May 2099.');
  await worker.stop();
  mailbox.remove();
});

test('[SAFE-3] guesses are limited', async () => {
  const tenant = await makeTenant(app);
  const statuses = [];
  for (let time = 0; time < 61; time++) statuses.push((await open({ id: 1, token: `guess${time}` }, tenant)).status);
  expect([statuses[59], statuses[60]]).toEqual([410, 429]);
});

test('[SAFE-3] three new links an hour for the holder of one, and nobody without its token uses them up', async () => {
  const tenant = await makeTenant(app);
  const account = await makeAccount(tenant, { email: 'holder@example.com' });
  const own = await makeMailLink(tenant, account, { accountId: account.id }, app.clock.now());
  const renewals = async (held: Held) => {
    const statuses = [];
    for (let time = 0; time < 4; time++) statuses.push((await renew(held, tenant)).status);
    return statuses;
  };
  expect(await renewals({ ...own, token: 'guess' })).toEqual([200, 200, 200, 200]);
  expect(await renewals(own)).toEqual([200, 200, 200, 429]);
  const { queued } = await tenant.db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('queued'))
    .where('id', '!=', own.id)
    .executeTakeFirstOrThrow();
  expect(Number(queued)).toBe(3);
});
