import { listAccounts, patchAccount, putAccount } from '@quayside/contract/integration/accounts.ts';
import { putBoat } from '@quayside/contract/integration/boats.ts';
import {
  cancelOrder,
  getOrderResource,
  listOrderResources,
  patchOrder,
  putOrder,
} from '@quayside/contract/integration/orders.ts';
import { makePayLink } from '@quayside/contract/integration/payments/pay-links.ts';
import { getSite, patchSite, putSite } from '@quayside/contract/integration/sites.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { auditOf } from '../../testing/audit.ts';
import { makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { insertPayment } from '../../testing/factories/payments.ts';
import { codeOf, type HttpClient } from '../../testing/http-client.ts';

let app: TestApp;
let marina: TestTenant;
let program: HttpClient;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  marina = await makeTenant(app);
  program = await programOf(app, marina);
});

const account = { site: 1, firstName: 'Jo', lastName: 'Sailor', email: 'jo@example.com' };
const line = { name: 'Berth', quantity: 1, unitPrice: 120, vatPercent: 20 };
const order = { account: 'C-1', type: 'Berthing', createdOn: '2026-05-01', dueOn: '2026-06-01', lines: [line] };

const put = (reference: string, body: Partial<typeof account> = account, headers = {}) =>
  program.call(putAccount, { params: { reference }, body }, headers);
const putO = (reference: string, body: object = order, headers = {}) =>
  program.call(putOrder, { params: { reference }, body }, headers);
const problemsOf = (answer: { body: { responseStatus?: { errors: object[] } | undefined } }) =>
  answer.body.responseStatus?.errors;

describe('an object is made and changed by its own name', () => {
  test('[API-2] PUT makes it (201), changes it (200), and the same again changes nothing', async () => {
    const made = await put('C-1');
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ reference: 'C-1', firstName: 'Jo', title: '', closedOn: null });
    const changed = await put('C-1', { ...account, lastName: 'Seaman' });
    expect([changed.status, changed.body.lastName]).toEqual([200, 'Seaman']);
    const entries = (await auditOf(marina)).length;
    const same = await put('C-1', { ...account, lastName: 'Seaman' });
    expect([same.status, same.headers.get('etag')]).toEqual([200, changed.headers.get('etag')]);
    expect(same.body.updatedAt).toBe(changed.body.updatedAt);
    expect(await auditOf(marina)).toHaveLength(entries);
    expect((await auditOf(marina)).at(-1)).toMatchObject({
      event: 'integration.saved',
      actor: { kind: 'integration', key: 1, name: 'Back office' },
      subject: { type: 'accounts', id: 'C-1' },
      details: { outcome: 'changed' },
    });
  });

  test('[API-2] PATCH changes the fields it has; null takes one away; nothing is made', async () => {
    await put('C-1');
    const params = { reference: 'C-1' };
    const { body } = await program.call(patchAccount, { params, body: { phone: '01632 960 961', email: null } });
    expect(body).toMatchObject({ firstName: 'Jo', lastName: 'Sailor', phone: '01632 960 961', email: '' });
    const missing = await program.call(patchAccount, { params: { reference: 'C-9' }, body: { lastName: 'X' } });
    expect(codeOf(missing)).toBe('404 NOT_FOUND');
  });

  test('[API-2] a change of an old version is refused, and of the present one is made', async () => {
    const tag = (await put('C-1')).headers.get('etag') ?? '';
    expect((await put('C-1', { ...account, firstName: 'Al' }, { 'if-match': tag })).status).toBe(200);
    expect(codeOf(await put('C-1', account, { 'if-match': tag }))).toBe('412 VERSION_CHANGED');
    expect(codeOf(await put('C-2', account, { 'if-match': '"x"' }))).toBe('412 VERSION_CHANGED');
    const stored = await program.call(listAccounts, {});
    expect(stored.body.items.map(({ firstName }) => firstName)).toEqual(['Al']);
  });

  test('[API-2] a customer’s own change stays, unless the office wins, as in the import', async () => {
    await put('C-1');
    await marina.db.updateTable('accounts').set({ email: 'own@example.com' }).execute();
    expect((await put('C-1', { ...account, email: 'office@example.com' })).body.email).toBe('own@example.com');
    const body = { ...account, email: 'office@example.com' };
    const won = await program.call(putAccount, { params: { reference: 'C-1' }, query: { officeWins: 'true' }, body });
    expect(won.body.email).toBe('office@example.com');
  });

  test('[API-2] sites and boats too, with the words of the import for what is wrong', async () => {
    const site = { name: 'North', address: 'Quay 2', telephone: '1', email: 'n@example.com', timeZone: 'Europe/Paris' };
    expect((await program.call(putSite, { params: { number: 2 }, body: site })).status).toBe(201);
    await program.call(patchSite, { params: { number: 2 }, body: { name: 'Far north' } });
    expect((await program.call(getSite, { params: { number: 2 } })).body).toMatchObject({ ...site, name: 'Far north' });
    const wrong = await program.call(putSite, { params: { number: 3 }, body: { ...site, timeZone: 'Mars' } });
    expect(codeOf(wrong)).toBe('400 INVALID_REQUEST');
    const message = '"Mars" is not a time zone such as Europe/London';
    expect(problemsOf(wrong)).toEqual([{ errorCode: 'refused', fieldName: 'timeZone', message }]);
    const boat = {
      account: 'C-9',
      name: 'Tern',
      type: 'Yacht',
      length: 9.5,
      beam: 3,
      draft: 1.5,
      relationship: 'Owner',
    };
    const unknown = await program.call(putBoat, { params: { reference: 'B-1' }, body: boat });
    expect(codeOf(unknown)).toBe('409 ROW_REFUSED');
    expect(problemsOf(unknown)).toEqual([
      { errorCode: 'refused', fieldName: 'account', message: 'there is no account "C-9"' },
    ]);
    await put('C-9');
    const made = await program.call(putBoat, { params: { reference: 'B-1' }, body: boat });
    expect([made.status, made.body.length, made.body.account]).toEqual([201, 9.5, 'C-9']);
  });

  test('[API-2] many at once for one new name make it once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => put('C-1')));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201]);
  });
});

describe('an order', () => {
  beforeEach(async () => {
    await put('C-1');
  });

  test('[API-2] comes with its lines, is priced by the server, and answers amounts in major units', async () => {
    const { status, body } = await putO('O-1', {
      ...order,
      lines: [line, { ...line, quantity: 2.5, unit: 'kWh', unitPrice: 10.1 }],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      account: 'C-1',
      site: 1,
      type: 'Berthing',
      createdOn: '2026-05-01',
      dueOn: '2026-06-01',
      currency: 'GBP',
      total: 145.25,
      paid: 0,
      outstanding: 145.25,
      status: 'open',
      lines: [
        {
          name: 'Berth',
          unit: null,
          total: 120,
        },
        {
          quantity: 2.5,
          unit: 'kWh',
          unitPrice: 10.1,
          total: 25.25,
          vatPercent: 20,
        },
      ],
    });
    const { body: fewer } = await program.call(patchOrder, { params: { reference: 'O-1' }, body: { lines: [line] } });
    expect([fewer.total, fewer.lines.length, fewer.dueOn]).toEqual([120, 1, '2026-06-01']);
    const { body: later } = await program.call(patchOrder, {
      params: { reference: 'O-1' },
      body: { dueOn: '2026-07-01' },
    });
    expect([later.total, later.dueOn]).toEqual([120, '2026-07-01']);
  });

  test('[API-2] names the line of a wrong value, and stores nothing', async () => {
    const answer = await putO('O-1', { ...order, lines: [line, { ...line, vatPercent: -1 }, { name: 'Empty' }] });
    expect(codeOf(answer)).toBe('400 INVALID_REQUEST');
    expect(problemsOf(answer)).toEqual([
      { errorCode: 'refused', fieldName: 'lines.1.vatPercent', message: 'is below zero' },
      ...['quantity', 'unitPrice', 'vatPercent'].map((field) => ({
        errorCode: 'refused',
        fieldName: `lines.2.${field}`,
        message: 'is missing',
      })),
    ]);
    expect(codeOf(await program.call(getOrderResource, { params: { reference: 'O-1' } }))).toBe('404 NOT_FOUND');
  });

  const moneyOn = async (reference: string, state: 'allocated' | 'sent') => {
    const { id, account_id: accountId } = await marina.db
      .selectFrom('orders')
      .select(['id', 'account_id'])
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
    await insertPayment(marina.db, { tenantId: marina.id, accountId, siteId: 1 }, { state, orderId: id });
    if (state === 'allocated')
      await marina.db.updateTable('orders').set({ allocated_minor: 12_000 }).where('id', '=', id).execute();
  };

  test.each([
    [
      'allocated',
      'the order has payments: credit it, or reverse payments of the office first',
      "has payments, so its amount stays 120.00 and can't become 60.00: put the difference on a new order",
    ],
    [
      'sent',
      'somebody is paying the order: try again when that payment has ended',
      "can't become 60.00 now, because somebody is paying the order: try again when that payment has ended",
    ],
  ] as const)(
    '[API-3] [RUN-166] that money has touched (%s) keeps its amount, and no call cancels or deletes it',
    async (state, reason, message) => {
      await putO('O-1');
      await moneyOn('O-1', state);
      const cheaper = await putO('O-1', { ...order, lines: [{ ...line, unitPrice: 60 }] });
      expect(codeOf(cheaper)).toBe('409 ROW_REFUSED');
      expect(problemsOf(cheaper)).toEqual([{ errorCode: 'refused', fieldName: 'lines', message }]);
      const cancelled = await program.call(patchOrder, {
        params: { reference: 'O-1' },
        body: { cancelledOn: '2026-05-16' },
      });
      expect(codeOf(cancelled)).toBe('409 ROW_REFUSED');
      const byCall = await program.call(cancelOrder, { params: { reference: 'O-1' }, body: {} });
      expect([codeOf(byCall), problemsOf(byCall)]).toEqual([
        '409 ROW_REFUSED',
        [{ errorCode: 'refused', fieldName: 'on', message: `can't be set, because ${reason}` }],
      ]);
      // No call deletes an order: its history stays, and a reader of changes would never hear of it.
      const deleted = await program.request('DELETE', '/harbour/api/integration/v1/orders/O-1', { headers: {} });
      expect(codeOf(deleted)).toBe('405 METHOD_NOT_ALLOWED');
      expect((await program.call(getOrderResource, { params: { reference: 'O-1' } })).body).toMatchObject({
        total: 120,
        cancelledOn: null,
      });
    },
  );

  test('[API-3] that is invoiced keeps its amount and its number, and is credited instead of cancelled', async () => {
    await putO('O-1', { ...order, invoiceNumber: 'INV-1' });
    for (const change of [
      { lines: [{ ...line, quantity: 2 }] },
      { invoiceNumber: 'INV-2' },
      { invoiceNumber: null },
      { cancelledOn: '2026-05-16' },
    ])
      expect(codeOf(await program.call(patchOrder, { params: { reference: 'O-1' }, body: change }))).toBe(
        '409 ROW_REFUSED',
      );
  });
});

describe('[API-3] an order is cancelled', () => {
  const cancel = (body: { on?: string } = {}, headers = {}) =>
    program.call(cancelOrder, { params: { reference: 'O-1' }, body }, headers);
  beforeEach(async () => {
    await put('C-1');
    await putO('O-1');
  });

  test('by a call of its own, today or on a day, and keeps that day', async () => {
    const { status, body } = await cancel({ on: '2026-05-10' });
    expect([status, body]).toMatchObject([200, { status: 'cancelled', cancelledOn: '2026-05-10', outstanding: 0 }]);
    expect((await cancel({ on: '2026-05-12' })).body.cancelledOn).toBe('2026-05-10');
    // A back office that sends its orders again does not open it.
    expect((await putO('O-1')).body).toMatchObject({ status: 'cancelled', cancelledOn: '2026-05-10' });
    expect((await putO('O-1', { ...order, cancelledOn: null })).body.status).toBe('open');
    expect((await cancel()).body.cancelledOn).toBe(app.clock.now().toISOString().slice(0, 10));
    expect((await auditOf(marina)).at(-1)).toMatchObject({ event: 'integration.saved', subject: { id: 'O-1' } });
  });

  test('[API-136] not on a day to come, which would cancel it at once', async () => {
    const [params, cancelledOn] = [{ reference: 'O-1' }, '2126-01-01'];
    const patched = await program.call(patchOrder, { params, body: { cancelledOn } });
    for (const refused of [patched, await putO('O-1', { ...order, cancelledOn }), await cancel({ on: cancelledOn })]) {
      expect(codeOf(refused)).toBe('409 ROW_REFUSED');
      expect(problemsOf(refused)).toMatchObject([
        { message: 'is a day to come, and the order would be cancelled at once' },
      ]);
    }
  });

  test('once for one idempotency key, and an unknown one is not found', async () => {
    const headers = { 'idempotency-key': 'first' };
    const first = await cancel({}, headers);
    await putO('O-1', { ...order, cancelledOn: null });
    expect((await cancel({}, headers)).body).toEqual(first.body);
    expect(codeOf(await cancel({ on: '2026-05-12' }, headers))).toBe('409 IDEMPOTENCY_KEY_CONFLICT');
    const stored = await program.call(getOrderResource, { params: { reference: 'O-1' } });
    expect(stored.body.status).toBe('open');
    const unknown = await program.call(cancelOrder, { params: { reference: 'O-9' }, body: {} });
    expect(codeOf(unknown)).toBe('404 NOT_FOUND');
  });
});

describe('a pay link', () => {
  const link = (body: { mail?: boolean }, headers = {}) =>
    program.call(makePayLink, { params: { reference: 'O-1' }, body }, headers);
  const mails = () => marina.db.selectFrom('mails').select(['kind', 'recipient']).execute();

  beforeEach(async () => {
    const hosts = [`${marina.key}.example.com`];
    await makeTenant(app, { key: marina.key, hosts });
    await put('C-1');
    await putO('O-1');
  });

  test('[API-2] is made once for one idempotency key, and another content is refused', async () => {
    const headers = { 'idempotency-key': 'first' };
    const { status, body } = await link({ mail: true }, headers);
    expect([status, body.order, body.mailedTo]).toEqual([200, 'O-1', 'jo@example.com']);
    expect(body.url).toMatch(/\/quick-pay\/[0-9a-f-]{36}$/);
    expect((await link({ mail: true }, headers)).body).toEqual(body);
    expect(await mails()).toHaveLength(1);
    expect(codeOf(await link({ mail: false }, headers))).toBe('409 IDEMPOTENCY_KEY_CONFLICT');
    await link({ mail: true }, { 'idempotency-key': 'second' });
    expect(await mails()).toHaveLength(2);
    expect((await auditOf(marina)).at(-1)).toMatchObject({ event: 'pay-link.mail', actor: { kind: 'integration' } });
  });

  test('[API-2] an idempotency key counts for 24 hours, and only for the API key that sent it', async () => {
    const headers = { 'idempotency-key': 'first' };
    await link({ mail: true }, headers);
    app.clock.advance({ hours: 23 });
    await link({ mail: true }, headers);
    expect(await mails()).toHaveLength(1);
    app.clock.advance({ hours: 2 });
    await link({ mail: true }, headers);
    expect(await mails()).toHaveLength(2);
    const other = await programOf(app, marina);
    await other.call(makePayLink, { params: { reference: 'O-1' }, body: { mail: true } }, headers);
    expect(await mails()).toHaveLength(3);
  });

  test.each([true, false])('[API-3] of a paid order is refused, also with mail: %s', async (mail) => {
    await marina.db
      .updateTable('orders')
      .set({ allocated_minor: sql`gross_minor` })
      .where('reference', '=', 'O-1')
      .execute();
    const refused = await link({ mail });
    expect([codeOf(refused), refused.text]).toEqual([
      '409 ORDER_NOT_PAYABLE',
      expect.stringContaining('Order O-1 has no pay link: it owes nothing'),
    ]);
  });

  test('[API-2] many at once with one idempotency key mail once; a refusal keeps no answer', async () => {
    const headers = { 'idempotency-key': 'first' };
    const answers = await Promise.all([1, 2, 3].map(() => link({ mail: true }, headers)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await mails()).toHaveLength(1);
    await putO('O-1', { ...order, cancelledOn: '2026-05-16' });
    const later = { 'idempotency-key': 'later' };
    expect(codeOf(await link({ mail: true }, later))).toBe('409 ORDER_NOT_PAYABLE');
    await putO('O-1', { ...order, cancelledOn: null });
    expect((await link({ mail: true }, later)).status).toBe(200);
  });
});

describe('a list', () => {
  const orders = (query: object = {}) => program.call(listOrderResources, { query });
  const namesIn = ({ body }: Awaited<ReturnType<typeof orders>>) => body.items.map(({ reference }) => reference);

  beforeEach(async () => {
    await put('C-1');
    await put('C-2');
    for (const number of [1, 2, 3, 4, 5]) await putO(`O-${number}`);
  });

  test('[API-4] comes in pages, which stay right while rows are added and changed', async () => {
    const first = await orders({ limit: 2 });
    expect(namesIn(first)).toEqual(['O-1', 'O-2']);
    await putO('O-6');
    await putO('O-1', { ...order, dueOn: '2026-08-01' });
    const second = await orders({ limit: 2, cursor: first.body.next ?? '' });
    expect(namesIn(second)).toEqual(['O-3', 'O-4']);
    const third = await orders({ limit: 2, cursor: second.body.next ?? '' });
    expect(namesIn(third)).toEqual(['O-5', 'O-6']);
    expect(third.body.next).toBeNull();
  });

  test('[API-4] of changes has what changed since, in the order of its changes, lines as well', async () => {
    const { body } = await orders();
    const since = body.items.at(-1)?.updatedAt ?? '';
    await putO('O-4', { ...order, lines: [{ ...line, name: 'Mooring' }] });
    await putO('O-2', { ...order, dueOn: '2026-08-01' });
    const later = await orders({ updatedSince: since, limit: 2 });
    expect(namesIn(later)).toEqual(['O-5', 'O-4']);
    expect(namesIn(await orders({ updatedSince: since, limit: 2, cursor: later.body.next ?? '' }))).toEqual(['O-2']);
  });

  test('[API-4] is filtered by account, site, status and type, and refuses invalid limits and cursors', async () => {
    await putO('O-7', { ...order, account: 'C-2', type: 'Storage' });
    await putO('O-3', { ...order, cancelledOn: '2026-05-16' });
    expect(namesIn(await orders({ account: 'C-2' }))).toEqual(['O-7']);
    expect(namesIn(await orders({ type: 'Storage' }))).toEqual(['O-7']);
    expect(namesIn(await orders({ status: 'cancelled' }))).toEqual(['O-3']);
    expect(namesIn(await orders({ status: 'open', site: 1 }))).toHaveLength(5);
    expect(namesIn(await orders({ site: 2 }))).toEqual([]);
    for (const query of [{ limit: 101 }, { limit: 0 }, { cursor: 'x' }, { updatedSince: 'yesterday' }])
      expect(codeOf(await orders(query))).toBe('400 INVALID_REQUEST');
  });
});
