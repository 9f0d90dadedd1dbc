import { gzipSync } from 'node:zlib';
import { getAccountResource, listAccounts, patchAccount, putAccount } from '@quayside/contract/integration/accounts.ts';
import { sendAgreement } from '@quayside/contract/integration/agreements.ts';
import { putEstimate } from '@quayside/contract/integration/estimates.ts';
import { cancelOrder, listOrderResources, patchOrder, putOrder } from '@quayside/contract/integration/orders.ts';
import { putWaitingList, putWaitingListEntry } from '@quayside/contract/integration/waiting-lists.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { cursorAt } from '../../testing/cursors.ts';
import { makeTenant } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { codeOf, type HttpClient } from '../../testing/http-client.ts';

let app: TestApp;
let program: HttpClient;
beforeAll(async () => {
  app = await startTestApp();
  app.clock.set('2026-05-16T09:00:00Z');
  program = await programOf(app, await makeTenant(app));
  await program.call(putAccount, { params: { reference: 'C-1' }, body: { site: 1, lastName: 'Sailor' } });
});
afterAll(() => app.close());

const put = (reference: string, lastName: string, ifMatch?: string) =>
  program.call(
    putAccount,
    { params: { reference }, body: { site: 1, lastName } },
    ifMatch === undefined ? {} : { 'if-match': ifMatch },
  );
const tagOf = async () =>
  (await program.call(getAccountResource, { params: { reference: 'C-1' } })).headers.get('etag') ?? '';

describe('[API-2] If-Match', () => {
  test('with * changes what is stored, and makes nothing', async () => {
    expect(codeOf(await put('C-none', 'Sailor', '*'))).toBe('412 VERSION_CHANGED');
    expect(codeOf(await put('C-none', 'Sailor', '"a"'))).toBe('412 VERSION_CHANGED');
    const gone = await program.call(getAccountResource, { params: { reference: 'C-none' } });
    expect(codeOf(gone)).toBe('404 NOT_FOUND');
    expect((await put('C-1', 'Anybody', '*')).status).toBe(200);
  });

  test('with several versions takes any of them', async () => {
    const tag = await tagOf();
    expect(codeOf(await put('C-1', 'Nobody', '"a", "b"'))).toBe('412 VERSION_CHANGED');
    expect((await put('C-1', 'Somebody', `"a", W/${tag}`)).status).toBe(200);
  });

  test('lets one of several changes at once through', async () => {
    const tag = await tagOf();
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => put('C-1', `Sailor ${index}`, tag)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 412, 412, 412, 412, 412]);
  });
});

test.each([
  ['status=unpaid', 'This is not one of the values you can choose: open, paid, cancelled.'],
  ['status=', 'This is not one of the values you can choose: open, paid, cancelled.'],
  ['limit=1000', 'This is too long or too large. At most: 100.'],
  ['updatedSince=2026-01-01', 'This is not in the correct format. Write it like 2026-05-16T09:00:00Z.'],
  ['cursor=x', 'is no cursor of this list with these filters: take `next` of a page of it, or begin without'],
])('[API-4] a list that is asked for with %s says what it takes', async (query, message) => {
  const { status, body } = await program.request('GET', `/harbour/api/integration/v1/orders?${query}`, { headers: {} });
  const fields = (body as { responseStatus: { errors: { message: string }[] } }).responseStatus.errors;
  expect([status, fields.map((field) => field.message)]).toEqual([400, [message]]);
});

test('[API-2] a field of another type says which one it takes', async () => {
  const answer = await program.request('PUT', '/harbour/api/integration/v1/accounts/C-1', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ site: '1', lastName: 5 }),
  });
  const { errors } = (answer.body as { responseStatus: { errors: object[] } }).responseStatus;
  expect(errors).toEqual([
    { errorCode: 'invalid_type', fieldName: 'site', message: 'This has the wrong type. Send it as: number.' },
    { errorCode: 'invalid_type', fieldName: 'lastName', message: 'This has the wrong type. Send it as: string.' },
  ]);
});

describe('[API-2] a value that no database takes is refused by its name', () => {
  test.each(['0000-01-01', '2026-02-30', '0000-00-00'])('the day %s', async (closedOn) => {
    const params = { reference: 'C-1' };
    const patched = await program.call(patchAccount, { params, body: { closedOn } });
    expect([codeOf(patched), patched.text]).toEqual(['400 INVALID_REQUEST', expect.stringContaining('closedOn')]);
    const body = { reference: 'A-1', account: 'C-1', type: 'Berth', declaration: '<p>Berth</p>', startsOn: closedOn };
    const sent = await program.call(sendAgreement, { body });
    expect([codeOf(sent), sent.text]).toEqual(['400 INVALID_REQUEST', expect.stringContaining('startsOn')]);
  });

  test.each(['0000-01-01T00:00:00Z', '2026-13-01T00:00:00Z', '2026-01-01'])('updatedSince %s', async (updatedSince) => {
    const answer = await program.call(listAccounts, { query: { updatedSince } });
    expect([codeOf(answer), answer.text]).toEqual([
      '400 INVALID_REQUEST',
      expect.stringContaining('"fieldName":"updatedSince"'),
    ]);
  });

  test.each([
    '5 2026-99-99 00:00:00+00',
    '5 0000-01-01 00:00:00+00',
    '5 2026-01-01 25:61:61+00',
    '5 2026-01-01 00:00:00+99:99',
    '99999999999999999999',
  ])('the cursor %s', async (place) => {
    await program.call(putAccount, { params: { reference: 'C-2' }, body: { site: 1, lastName: 'Sailor' } });
    const query = { updatedSince: '2026-01-01T00:00:00Z' };
    const { next } = (await program.call(listAccounts, { query: { ...query, limit: 1 } })).body;
    const answerAt = (at: string) => program.call(listAccounts, { query: { ...query, cursor: cursorAt(next, at) } });
    expect((await answerAt('5 2026-01-01 00:00:00+00')).status).toBe(200);
    expect(codeOf(await answerAt(place))).toBe('400 INVALID_REQUEST');
  });

  test('a number that no object can have is the filter of an empty list', async () => {
    for (const call of [listAccounts, listOrderResources]) {
      const answer = await program.call(call, { query: { site: 99_999_999_999 } });
      expect([answer.status, answer.body.items]).toEqual([200, []]);
    }
    await program.call(putAccount, { params: { reference: 'C-2' }, body: { site: 1, lastName: 'Sailor' } });
    const { next } = (await program.call(listAccounts, { query: { limit: 1 } })).body;
    const cursor = cursorAt(next, '999999999999999');
    expect((await program.call(listAccounts, { query: { cursor } })).body.items).toEqual([]);
  });
});

test('[API-4] a cursor is refused by every other list, and by its own with other filters', async () => {
  for (const reference of ['C-1', 'C-2', 'C-3'])
    await program.call(putAccount, { params: { reference }, body: { site: 1, lastName: 'Sailor' } });
  for (const list of ['one', 'other'])
    await program.call(putWaitingList, { params: { reference: list }, body: { title: list, type: 'Berth' } });
  for (const account of ['C-1', 'C-2', 'C-3'])
    await program.call(putWaitingListEntry, { params: { list: 'one', account }, body: { addedOn: '2026-05-01' } });
  const base = '/harbour/api/integration/v1/';
  const read = (path: string, query: object) =>
    program.get(`${base}${path}?${new URLSearchParams({ ...query }).toString()}`);
  const nextOf = async (path: string, query: object) =>
    ((await read(path, { ...query, limit: '1' })).body as { next: string }).next;

  const since = { updatedSince: '2020-01-01T00:00:00Z' };
  for (const query of [{}, { site: '1' }, since, { site: '1', ...since }]) {
    const cursor = await nextOf('accounts', query);
    expect((await read('accounts', { ...query, cursor, limit: '50' })).status, 'another limit').toBe(200);
    for (const other of [{}, { site: '1' }, { site: '2' }, { status: 'open' }, since, { site: '1', ...since }]) {
      const expected = JSON.stringify(other) === JSON.stringify(query) ? 200 : 400;
      const answer = await read('accounts', { ...other, cursor });
      expect([query, other, answer.status]).toEqual([query, other, expected]);
    }
    const { updatedSince } = query as { updatedSince?: string };
    const sameOrder = updatedSince === undefined ? {} : { updatedSince };
    for (const path of [
      'orders',
      'payments',
      'boats',
      'sites',
      'allocations',
      'messages',
      'waiting-lists/one/entries',
    ]) {
      const answer = await read(path, { ...sameOrder, cursor });
      expect([path, codeOf(answer), answer.body]).toMatchObject([
        path,
        '400 INVALID_REQUEST',
        { responseStatus: { errors: [{ fieldName: 'cursor' }] } },
      ]);
    }
  }
  const cursor = await nextOf('waiting-lists/one/entries', {});
  expect((await read('waiting-lists/one/entries', { cursor })).status).toBe(200);
  expect(codeOf(await read('waiting-lists/other/entries', { cursor }))).toBe('400 INVALID_REQUEST');
});

describe('[API-2] If-None-Match', () => {
  test('with * makes an object, and changes none', async () => {
    const make = (reference: string) =>
      program.call(putAccount, { params: { reference }, body: { site: 1, lastName: 'New' } }, { 'if-none-match': '*' });
    expect((await make('C-new')).status).toBe(201);
    expect(codeOf(await make('C-new'))).toBe('412 VERSION_CHANGED');
    expect(codeOf(await make('C-1'))).toBe('412 VERSION_CHANGED');
    const before = await program.call(getAccountResource, { params: { reference: 'C-1' } });
    expect(before.body.lastName).not.toBe('New');
  });
});

describe('[API-2] the type of a body', () => {
  const send = async (method: string, type: string) => {
    const headers = { ...program.headers, 'content-type': type };
    const body = JSON.stringify({ site: 1, lastName: 'Typed' });
    const answer = await fetch(`${app.url}/harbour/api/integration/v1/accounts/C-1`, { method, headers, body });
    return { status: answer.status, code: ((await answer.json()) as { responseStatus?: object }).responseStatus };
  };

  test('may be the one of merge patches', async () => {
    expect((await send('PATCH', 'application/merge-patch+json; charset=utf-8')).status).toBe(200);
  });

  test.each(['text/plain', 'text/csv', 'application/xml'])('is no %s', async (type) => {
    expect(await send('PUT', type)).toMatchObject({ status: 415, code: { errorCode: 'UNSUPPORTED_MEDIA_TYPE' } });
  });
});

test('[API-118] a compressed body is refused before it is read, that of an import too', async () => {
  const body = gzipSync(JSON.stringify({ site: 1, lastName: 'Packed' }));
  const send = (method: string, path: string, type: string, encoding: string) =>
    fetch(`${app.url}/harbour/api/integration/v1/${path}`, {
      method,
      headers: { ...program.headers, 'content-type': type, 'content-encoding': encoding, 'accept-language': 'en-GB' },
      body,
    });
  for (const encoding of ['gzip', 'x-gzip', 'br', 'identity, deflate']) {
    const refused = await send('PUT', 'accounts/C-packed', 'application/json', encoding);
    expect([encoding, refused.status, await refused.text()]).toEqual([
      encoding,
      415,
      expect.stringContaining('without Content-Encoding'),
    ]);
  }
  expect((await send('POST', 'imports', 'application/x-ndjson', 'gzip')).status).toBe(415);
  const headers = { 'content-encoding': 'identity' };
  const plain = { params: { reference: 'C-plain' }, body: { site: 1, lastName: 'Plain' } };
  expect((await program.call(putAccount, plain, headers)).status).toBe(201);
});

test.each([
  ['{"site":1,"lastName":"S\\u0000x"}', 'lastName'],
  ['{"site":1,"lastName":"S\\ud800x"}', 'lastName'],
  ['{"account":"C-1","lines":[{"name":"a"},{"name":"b\\u0000"}]}', 'lines.1.name'],
  ['{"na\\u0000me":1}', 'body'],
])('[API-119] a character that nobody can store is named with its field: %s', async (body, fieldName) => {
  const answer = await program.request('PUT', '/harbour/api/integration/v1/accounts/C-nul', { body });
  expect(answer.body.responseStatus?.errors).toMatchObject([{ errorCode: 'unstorable', fieldName }]);
});

test('[API-119] a field with a form of its own says what it looks like', async () => {
  const base = '/harbour/api/integration/v1/payments';
  const errorsOf = async (path: string, body: object) =>
    (await program.request('POST', `${base}/${path}/refunds`, { body })).body.responseStatus?.errors;
  const message = (example: string) => `This is not in the correct format. Write it like ${example}.`;
  expect(await errorsOf('31', { reference: 'RF-2026-0001' })).toMatchObject([
    { fieldName: 'number', message: message('P000001') },
  ]);
  expect(await errorsOf('P000001', { reference: 'RF_1', reason: 'a\nb' })).toMatchObject([
    { fieldName: 'reference', message: message('RF-2026-0042') },
    { fieldName: 'reason', message: message('Crane out of order') },
  ]);
});

test('[API-2] a patch that is null is refused: it would take the whole object away', async () => {
  const answer = await program.request('PATCH', '/harbour/api/integration/v1/accounts/C-1', { body: 'null' });
  expect(codeOf(answer)).toBe('400 INVALID_REQUEST');
});

test('[API-2] an Idempotency-Key that is empty or too long is refused, and none is cut', async () => {
  const lines = [{ name: 'Berth', quantity: 1, unitPrice: 120, vatPercent: 20 }];
  const order = { account: 'C-1', type: 'Berthing', createdOn: '2026-05-01', dueOn: '2026-06-01', lines };
  const cancel = async (reference: string, key: string) => {
    await program.call(putOrder, { params: { reference }, body: order });
    return program.call(cancelOrder, { params: { reference }, body: {} }, { 'idempotency-key': key });
  };
  for (const key of ['', `${'k'.repeat(200)}1`]) {
    const refused = await cancel('O-key', key);
    expect([codeOf(refused), refused.text]).toEqual([
      '400 INVALID_REQUEST',
      expect.stringContaining('"fieldName":"Idempotency-Key"'),
    ]);
  }
  expect((await cancel('O-key', 'k'.repeat(200))).status).toBe(200);
  expect(codeOf(await cancel('O-other', 'k'.repeat(200)))).toBe('409 IDEMPOTENCY_KEY_CONFLICT');
});

test('[API-2] the rows of a request are gone before the next one, however many there were', async () => {
  const order = { account: 'C-1', type: 'Berthing', createdOn: '2026-05-01', dueOn: '2026-06-01' };
  const save = (index: number, turn: number) => {
    const line = { name: `Berth of turn ${turn}`, quantity: 1, unitPrice: 1, vatPercent: 20 };
    const lines = Array.from({ length: 300 - turn }, () => line);
    return program.call(putOrder, { params: { reference: `O-long-${index}` }, body: { ...order, lines } });
  };
  const answers: unknown[] = [];
  for (let turn = 0; turn < 3; turn += 1)
    for (let index = 0; index < 3; index += 1) {
      const { status, body } = await save(index, turn);
      answers.push([status, body.lines.length]);
    }
  const names = Array.from({ length: 6 }, (_, index) => `Sailor ${index}`);
  const saved: unknown[] = [];
  for (const name of names) saved.push((await put('C-1', name)).body.lastName);
  expect(saved).toEqual(names);
  const turns = [0, 1, 2].map((turn) => [turn === 0 ? 201 : 200, 300 - turn]);
  expect(answers).toEqual(turns.flatMap((turn) => [turn, turn, turn]));
});

test('[API-2] [API-14] no lines at all are refused: an object needs some, and none would be taken away', async () => {
  const params = { reference: 'O-1' };
  const line = { name: 'Berth', quantity: 1, unitPrice: 120, vatPercent: 20 };
  const order = { account: 'C-1', type: 'Berthing', createdOn: '2026-05-01', dueOn: '2026-06-01' };
  await program.call(putOrder, { params, body: { ...order, lines: [line] } });
  const estimate = { account: 'C-1', createdOn: '2026-05-01' };
  const offer = { tariff: 'Berth', quantity: 1, unitPrice: 120, vatPercent: 20 };
  await program.call(putEstimate, { params: { reference: 'E-1' }, body: { ...estimate, lines: [offer] } });
  const refused = [
    await program.call(putOrder, { params, body: { ...order, lines: [] } }),
    await program.call(patchOrder, { params, body: { lines: [] } }),
    await program.call(putEstimate, { params: { reference: 'E-1' }, body: { ...estimate, lines: [] } }),
    await program.call(putOrder, { params: { reference: 'O-2' }, body: { ...order, lines: [] } }),
    await program.call(putEstimate, { params: { reference: 'E-2' }, body: { ...estimate, lines: [] } }),
  ];
  for (const answer of refused)
    expect([codeOf(answer), answer.body]).toMatchObject([
      '400 INVALID_REQUEST',
      { responseStatus: { errors: [{ fieldName: 'lines' }] } },
    ]);
  expect((await program.call(patchOrder, { params, body: { dueOn: '2026-07-01' } })).body.lines).toHaveLength(1);
});

test('[API-2] a reader that has an object’s version gets 304, and only one that may read the object', async () => {
  const path = '/harbour/api/integration/v1/accounts/C-1';
  const get = (headers: Record<string, string>, by = program) => by.request('GET', path, { headers });
  const tag = await tagOf();
  for (const known of [tag, `W/${tag}`, `"a", ${tag}`, '*']) {
    const answer = await get({ 'if-none-match': known });
    expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', tag]);
  }
  expect((await get({ 'if-none-match': '"a"' })).status).toBe(200);
  const stranger = await programOf(app, await makeTenant(app));
  expect(codeOf(await get({ 'if-none-match': '*' }, stranger))).toBe('404 NOT_FOUND');
  const unable = await programOf(app, await makeTenant(app), { scopes: ['orders:read'] });
  expect(codeOf(await get({ 'if-none-match': tag }, unable))).toBe('403 SCOPE_MISSING');
});

test('[API-2] an object that must not exist yet is refused in words of its own', async () => {
  const params = { reference: 'C-1' };
  const body = { site: 1, lastName: 'Sailor' };
  const refused = await program.call(putAccount, { params, body }, { 'if-none-match': '*' });
  expect([codeOf(refused), refused.text]).toEqual([
    '412 VERSION_CHANGED',
    expect.stringContaining('This exists already.'),
  ]);
});

test('[API-3] a body that is no JSON says so', async () => {
  const refused = await program.request('PUT', '/harbour/api/integration/v1/accounts/C-1', {
    headers: { 'content-type': 'application/json' },
    body: '{"site": 1,',
  });
  expect([codeOf(refused), refused.text]).toEqual([
    '400 INVALID_REQUEST',
    expect.stringContaining('The body is not JSON.'),
  ]);
  expect(refused.text).toContain('"fieldName":"body"');
});

test('[API-134] an unknown field of a line is named with its line', async () => {
  const line = { name: 'Berth', quantity: 1, unitPrice: 100, vatPercent: 20 };
  const refused = await program.request('PUT', '/harbour/api/integration/v1/orders/O-unknown', {
    body: { account: 'C-1', type: 'Berthing', dueOn: '2026-06-01', lines: [line, { ...line, price: 5 }] },
  });
  expect(refused.body?.responseStatus?.errors).toMatchObject([
    { errorCode: 'unrecognized_keys', fieldName: 'lines.1.price' },
  ]);
});

test('[API-2] a reference that can’t be decoded is refused as a wrong path', async () => {
  const refused = await program.get('/harbour/api/integration/v1/accounts/%ff');
  expect([codeOf(refused), refused.body?.responseStatus?.errors]).toMatchObject([
    '400 INVALID_REQUEST',
    [{ errorCode: 'invalid_format', fieldName: 'path' }],
  ]);
});

test('[API-3] a refusal names all faults of an order and its lines at once', async () => {
  const line = { name: 'Berth', quantity: 1, unitPrice: 100, vatPercent: -1 };
  const refused = await program.call(putOrder, {
    params: { reference: 'O-faults' },
    body: { account: 'C-nobody', type: 'Annual', createdOn: '2026-04-32', dueOn: '2026-06-01', lines: [line] },
  });
  expect(codeOf(refused)).toBe('400 INVALID_REQUEST');
  const { errors } = (refused.body as { responseStatus?: { errors: { fieldName: string }[] } }).responseStatus ?? {};
  expect(errors?.map(({ fieldName }) => fieldName).toSorted()).toEqual(['account', 'createdOn', 'lines.0.vatPercent']);
});

test('[API-3] [API-14] [MONEY-7] lines that come to more than the largest amount are refused', async () => {
  const put = (...quantities: number[]) => {
    const lines = quantities.map((quantity) => ({
      name: 'Berth',
      quantity,
      unitPrice: 999_999_999.99,
      vatPercent: 20,
    }));
    const body = { account: 'C-1', type: 'Berth', createdOn: '2026-05-01', dueOn: '2026-05-01', lines };
    return program.call(putOrder, { params: { reference: 'O-much' }, body });
  };
  // A credit on the order takes nothing away: the sum must be right at each step.
  for (const quantities of [[101], [60, 41], [101, -101], [90_000, 90_000]]) {
    const { status, body } = await put(...quantities);
    expect([status, body.responseStatus?.errors]).toMatchObject([
      400,
      [{ fieldName: 'lines', message: 'has lines that come to more than 99999999999.99' }],
    ]);
  }
  expect(await put(60, 40)).toMatchObject({ status: 201, body: { total: 99_999_999_999 } });
});
