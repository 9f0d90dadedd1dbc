import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createImport, getImport, ImportKindName, importLimits } from '@quayside/contract/integration/imports.ts';
import { parse } from 'csv-parse/sync';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unsafeFindTenant } from '../../http/tenant/tenant.queries.ts';
import { auditOf } from '../../testing/audit.ts';
import { makeAccount, makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { codeOf, type HttpClient } from '../../testing/http-client.ts';
import { exampleFiles, exampleFolder, makeFolder } from '../../testing/import-files.ts';
import { type MailApp, startMailApp } from '../../testing/mail-app.ts';
import { TestMailbox } from '../../testing/mailbox.ts';
import { runOperator } from '../testing/operator.ts';
import { kinds } from './kinds.ts';

let app: MailApp;
beforeAll(async () => {
  app = await startMailApp(new TestMailbox());
});
afterAll(() => app.close());

const csv = { 'content-type': 'text/csv' };
const ndjson = { 'content-type': 'application/x-ndjson' };

const sendCsv = (program: HttpClient, kind: ImportKindName, body: string, query = {}, headers = {}) =>
  program.call(createImport, { query: { kind, ...query }, body } as never, { ...csv, ...headers });
const sendLines = (program: HttpClient, body: string, query = {}) =>
  program.call(createImport, { query, body } as never, ndjson);

const look = async (program: HttpClient, id: number, query = {}) =>
  (await program.call(getImport, { params: { id }, query })).body;

/** Waits until an import has ended. */
async function ended(program: HttpClient, id: number) {
  const done = async () => (await look(program, id)).endedAt !== null;
  await expect.poll(done, { timeout: 60_000 }).toBe(true);
  return look(program, id);
}

const account = (n: number) => `C-${n},1,Sailor ${n}\n`;
const accounts = (...names: number[]) => `reference,site,last_name\n${names.map(account).join('')}`;
const customers = async ({ db }: TestTenant) => {
  const query = db.selectFrom('accounts').select('lastname').where('reference', 'is not', null).orderBy('reference');
  return (await query.execute()).map(({ lastname }) => lastname);
};

test('[API-5] the contract names the kinds of the import, in its order', () => {
  expect(ImportKindName.options).toEqual(kinds.map(({ name }) => name));
});

describe('the same rows as the command', () => {
  /** The example without the columns that name files of its folder. Without texts its agreements need no signature. */
  const rowsOf = (name: string): Record<string, string>[] => {
    const rows: Record<string, string>[] = parse(readFileSync(join(exampleFolder, name), 'utf8'), { columns: true });
    const left = ['declaration', 'pdf', 'scan', 'file', 'signature_required', 'sign_by', 'signed_on'];
    const more = name === 'agreements.csv' ? { signature_required: 'no' } : {};
    return rows.map((row) => ({
      ...Object.fromEntries(Object.entries(row).filter(([column]) => !left.includes(column))),
      ...more,
    }));
  };
  const names = Object.keys(exampleFiles())
    .filter((name) => name.endsWith('.csv') && name !== 'tenants.csv')
    .map((name) => name.slice(0, -'.csv'.length));

  test('[API-5] give the same marina: the command finds no change after many kinds of JSON lines', async () => {
    const database = app.testDatabase;
    const tenants = makeFolder({ 'tenants.csv': readFileSync(join(exampleFolder, 'tenants.csv')) });
    expect(await runOperator(['import', tenants], { database })).toMatchObject({ code: 0 });
    const found = await unsafeFindTenant(app.database, 'key', 'gullhaven');
    if (!found) throw new Error('no marina');
    const marina = { ...found, db: app.database.forTenant(found.id) } as never as TestTenant;
    const program = await programOf(app, marina);
    const files = names.map((kind) => ({ kind, rows: rowsOf(`${kind}.csv`) }));
    // The last kinds first: the order of the lines does not count.
    const lines = files.toReversed().flatMap(({ kind, rows }) => rows.map((row) => JSON.stringify({ kind, row })));
    const { body: sent, status } = await sendLines(program, lines.join('\n'));
    // The worker may begin before the answer is sent.
    expect(['waiting', 'working']).toContain(sent.state);
    expect([status, sent.kind]).toEqual([201, null]);
    const { result, problems, ...rest } = await ended(program, sent.id);
    expect(problems.items).toEqual([]);
    expect(rest).toMatchObject({ state: 'done', rows: lines.length, problemCount: 0, step: null });
    for (const { kind, rows } of files)
      expect(result).toContainEqual({ kind, added: rows.length, changed: 0, unchanged: 0, removed: 0 });

    const folder = makeFolder(
      Object.fromEntries(files.map(({ kind, rows }) => [`${kind}.json`, JSON.stringify(rows)])),
    );
    const { code, out, err } = await runOperator(['import', folder, '--tenant', 'gullhaven'], { database });
    expect({ code, err: err.includes('to correct') }).toEqual({ code: 0, err: false });
    for (const { kind, rows } of files)
      expect(out.replace(/ +/g, ' ')).toContain(`gullhaven: ${kind} 0 0 ${rows.length} 0\n`);
    const entries = (await auditOf(marina)).filter(({ event }) => event === 'import');
    expect(entries).toMatchObject([
      {
        actor: { kind: 'integration', name: 'Back office' },
        subject: { type: 'import', id: String(sent.id) },
        details: { accounts: '3 added, 0 changed, 0 removed' },
      },
    ]);
  });

  test('[API-5] are refused in the same words, and nothing is stored', async () => {
    const marina = await makeTenant(app, {});
    const program = await programOf(app, marina);
    const wrong = [
      'reference,site,last_name,email,country,colour',
      'C-1,1,Sailor,jo,GB,red',
      'C-2,9,Sailor,jo@example.com,ZZ,',
      'C-2,1,,jo@example.com,GB,',
      'C-3,1,Sailor,,GB,',
    ].join('\n');
    const folder = makeFolder({ 'accounts.csv': wrong });
    const command = await runOperator(['import', folder, '--tenant', marina.key], { database: app.testDatabase });
    const messages = command.err.split('\n').filter((line) => /^accounts\.csv:\d/.test(line));
    expect(messages.length).toBeGreaterThan(4);
    const { body } = await sendCsv(program, 'accounts', wrong);
    const { state, result, problems, problemCount } = await ended(program, body.id);
    const words = problems.items.map(({ line, column, message }) => `accounts.csv:${line}: ${column}: ${message}`);
    // The command also takes a column `tenant`, which a program can't send.
    expect(words.toSorted()).toEqual(messages.map((line) => line.replace('columns tenant, ', 'columns ')).toSorted());
    expect({ state, result, problemCount }).toEqual({ state: 'refused', result: null, problemCount: messages.length });
    expect(problems.items.every(({ kind, severity }) => kind === 'accounts' && severity === 'error')).toBe(true);
    expect(await customers(marina)).toEqual([]);
  });
});

test('[API-5] a dry run counts and stores nothing, and a customer’s own value is told as a note', async () => {
  const marina = await makeTenant(app, {});
  const program = await programOf(app, marina);
  const dry = await sendCsv(program, 'accounts', accounts(1, 2), { dryRun: 'true' });
  expect(await ended(program, dry.body.id)).toMatchObject({
    state: 'done',
    dryRun: true,
    result: [{ kind: 'accounts', added: 2, changed: 0, unchanged: 0, removed: 0 }],
  });
  expect(await customers(marina)).toEqual([]);
  expect((await ended(program, (await sendCsv(program, 'accounts', accounts(1))).body.id)).state).toBe('done');
  await marina.db.updateTable('accounts').set({ lastname: 'Own' }).where('reference', '=', 'C-1').execute();
  const renamed = accounts(1).replace('Sailor 1', 'Other');
  const kept = await ended(program, (await sendCsv(program, 'accounts', renamed)).body.id);
  expect(kept.problems.items).toMatchObject([{ severity: 'note', kind: 'accounts', line: 2, column: 'last_name' }]);
  expect(await customers(marina)).toEqual(['Own']);
  const won = await sendCsv(program, 'accounts', renamed, { officeWins: 'true' });
  expect(await ended(program, won.body.id)).toMatchObject({ state: 'done', problemCount: 0 });
  expect(await customers(marina)).toEqual(['Other']);
});

test('[API-5] problems are read by pages and bounded, and a line that can’t be read is one of them', async () => {
  const program = await programOf(app, await makeTenant(app, {}));
  const many = importLimits.maxProblems + 200;
  const rows = Array.from({ length: many }, (_, n) => `C-${n},1,Sailor,nobody\n`).join('');
  const { id } = (await sendCsv(program, 'accounts', `reference,site,last_name,email\n${rows}`)).body;
  const { problemCount, problems } = await ended(program, id);
  expect([problemCount, problems.items.length]).toEqual([many, 50]);
  const lines: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await look(program, id, { limit: 100, ...(cursor === undefined ? {} : { cursor }) });
    lines.push(...page.problems.items.map(({ line }) => line));
    cursor = page.problems.next;
  }
  expect(lines).toEqual(Array.from({ length: importLimits.maxProblems }, (_, n) => n + 2));

  const mixed = [
    '{"kind":"accounts","row":{"reference":"C-1","site":1,"last_name":"Sailor"}}',
    '{"kind":"ships","row":{}}',
    '{"reference":"C-1"}',
    '{"kind":"accounts","row":{},"more":1}',
    '{"kind":',
  ];
  const bad = await ended(program, (await sendLines(program, mixed.join('\n'))).body.id);
  expect(bad.state).toBe('refused');
  expect(bad.problems.items.map(({ kind, line, message }) => [kind, line, message.slice(0, 28)])).toEqual([
    [null, 2, '"ships" is none of the kinds'],
    [null, 3, 'names no kind: write {"kind"'],
    ['accounts', 4, 'has "more" beside kind and r'],
    [null, 5, 'is an object that never ends'],
  ]);
});

test('[API-5] the days and clocks of a site are those that the same rows bring', async () => {
  const program = await programOf(app, await makeTenant(app, {}));
  const site = { number: 1, name: 'Quay', address: 'Quay 1', telephone: '0123456789', email: 'jo@example.com' };
  const send = async (time_zone: string) => {
    const rows = [
      ['consents', { account: 'C-1', group: 'news', granted: 'yes', given_at: '2026-05-15T22:01' }],
      ['consent-groups', { reference: 'news', position: 1, description: { 'en-GB': 'News', 'fr-FR': 'News' } }],
      ['accounts', { reference: 'C-1', site: 1, last_name: 'Sailor', closed_on: '2026-05-16' }],
      ['sites', { ...site, time_zone }],
    ];
    const lines = rows.map(([kind, row]) => JSON.stringify({ kind, row }));
    const { state, problems } = await ended(program, (await sendLines(program, lines.join('\n'))).body.id);
    return { state, problems: problems.items.map(({ line, message }) => `${line} ${message}`) };
  };
  // It is 22:00 there, on the day before.
  const early = ['3 "2026-05-16" is a day to come', '1 is in the future'];
  expect(await send('Pacific/Pago_Pago')).toEqual({ state: 'refused', problems: early });
  expect(await send('Europe/London')).toEqual({ state: 'done', problems: [] });
});

test('[API-5] a body is refused before it is stored: another type, no kind, too large', async () => {
  const program = await programOf(app, await makeTenant(app, {}));
  const ask = async (query: object, headers: Record<string, string>) =>
    codeOf(await program.call(createImport, { query, body: accounts(1) } as never, headers));
  expect(await ask({ kind: 'accounts' }, { 'content-type': 'application/json' })).toBe('415 UNSUPPORTED_MEDIA_TYPE');
  expect(await ask({}, csv)).toBe('400 INVALID_REQUEST');
  expect(await ask({ kind: 'tenants' }, csv)).toBe('400 INVALID_REQUEST');
  expect(await ask({ kind: 'accounts' }, ndjson)).toBe('400 INVALID_REQUEST');
  async function* tooLong() {
    const piece = Buffer.alloc(1_000_000, 'x');
    for (let sent = 0; sent <= importLimits.maxBytes; sent += piece.length) yield piece;
  }
  const response = await fetch(`${app.url}/harbour/api/integration/v1/imports?kind=accounts`, {
    method: 'POST',
    headers: { ...program.headers, ...csv },
    body: tooLong() as never,
    duplex: 'half',
  });
  expect([response.status, await response.text()]).toEqual([413, expect.stringContaining('PAYLOAD_TOO_LARGE')]);
});

test('[API-5] the same idempotency key with the same body is one import, and another body is refused', async () => {
  const marina = await makeTenant(app, {});
  const program = await programOf(app, marina);
  const send = (body: string) => sendCsv(program, 'accounts', body, {}, { 'idempotency-key': 'night 1' });
  const first = await send(accounts(1));
  const again = await send(accounts(1));
  expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id]);
  expect(codeOf(await send(accounts(2)))).toBe('409 IDEMPOTENCY_KEY_CONFLICT');
  await ended(program, first.body.id);
  expect(await customers(marina)).toEqual(['Sailor 1']);
  // The bodies that came again are deleted at once, and the first one is left to the sweep.
  const noted = await marina.db.selectFrom('file_uploads').select('begun_at').execute();
  expect(noted).toEqual([{ begun_at: new Date(0) }]);
});

test('[API-5] a second import of a marina waits for the first, and another marina’s does not', async () => {
  const [marina, other] = [await makeTenant(app, {}), await makeTenant(app, {})];
  const [program, neighbour] = [await programOf(app, marina), await programOf(app, other)];
  const { id: accountId } = await makeAccount(marina, { reference: 'C-1' });
  const holder = new pg.Client(app.testDatabase.ownerUrl);
  await holder.connect();
  try {
    await holder.query(`begin`);
    await holder.query(`select set_config('app.tenant_id', $1, true)`, [String(marina.id)]);
    await holder.query(`select from accounts where id = $1 for update`, [accountId]);
    const first = await sendCsv(program, 'accounts', accounts(1, 2));
    const second = await sendCsv(program, 'accounts', accounts(1, 2).replaceAll('Sailor', 'Skipper'), {
      officeWins: 'true',
    });
    const elsewhere = await sendCsv(neighbour, 'accounts', accounts(1));
    expect((await ended(neighbour, elsewhere.body.id)).state).toBe('done');
    await expect.poll(async () => (await look(program, first.body.id)).state, { timeout: 30_000 }).toBe('working');
    expect((await look(program, second.body.id)).state).toBe('waiting');
    for (let sent = 2; sent < importLimits.maxWaiting; sent += 1) await sendCsv(program, 'accounts', accounts(1));
    const tooMany = await sendCsv(program, 'accounts', accounts(1));
    expect([codeOf(tooMany), tooMany.headers.get('retry-after')]).toEqual(['429 TOO_MANY_REQUESTS', '60']);
    await holder.query('rollback');
    expect((await ended(program, second.body.id)).state).toBe('done');
    expect((await look(program, first.body.id)).endedAt).not.toBeNull();
  } finally {
    await holder.end();
  }
});

describe('what PostgreSQL can’t store', () => {
  const good = '{"kind":"accounts","row":{"reference":"C-9","site":1,"last_name":"Good"}}';
  const line = (row: string, kind = 'accounts') => `{"kind":"${kind}","row":{"reference":"C-1","site":1,${row}}}`;
  const half = String.raw`\ud83d`;
  const nul = String.raw`\u0000`;

  test.each([
    ['half of a character in a name', line(`"last_name":"Sailor ${half}"`), 'in "row.last_name"'],
    ['a NUL in a name', line(`"last_name":"Sai${nul}lor"`), 'in "row.last_name"'],
    ['a NUL in a list', line(`"last_name":["Sailor","${nul}"]`), 'in "row.last_name"'],
    [
      'half of a character in a column’s name',
      line(`"last_name":"Sailor","note${half}":"x"`),
      'in the name of a field',
    ],
    ['a NUL in a kind', line('"last_name":"Sailor"', `acc${nul}`), 'in "kind"'],
    ['half of a character beside the row', `{"kind":"accounts","${half}":1,"row":{}}`, 'in the name of a field'],
    ['a character between objects', '😀', 'has "😀" where an object should begin'],
    ['a character where JSON has a value', '{"kind":😀}', 'is not JSON'],
  ])('[API-5] is a problem of its line, and later imports go on: %s', async (_, wrong, message) => {
    const marina = await makeTenant(app, {});
    const program = await programOf(app, marina);
    const refused = await ended(program, (await sendLines(program, `${good}\n${wrong}`)).body.id);
    expect(refused).toMatchObject({ state: 'refused', problemCount: 1 });
    expect(refused.problems.items).toMatchObject([
      { line: 2, column: null, message: expect.stringContaining(message) },
    ]);
    expect((await ended(program, (await sendLines(program, good)).body.id)).state).toBe('done');
    expect(await customers(marina)).toEqual(['Good']);
  });

  test('[API-5] is a problem of its line in a file of the command too', async () => {
    const marina = await makeTenant(app, {});
    const row = String.raw`{"reference":"C-1","site":1,"last_name":"Sailor \ud83d"}`;
    const folder = makeFolder({ 'accounts.json': `[\n${row}]` });
    const { code, err } = await runOperator(['import', folder, '--tenant', marina.key], { database: app.testDatabase });
    expect([code, err]).toEqual([1, expect.stringContaining('accounts.json:2: has half of a character or a NUL')]);
    expect(err).not.toContain('Sailor');
  });

  test.each([
    ['orders', 'order', '"type":"Berth","due_on":"2026-01-01"', '"name":"Berth"'],
    ['estimates', 'estimate', '"starts_on":"2026-01-01"', '"tariff":"Berth"'],
  ])('[API-5] lines of %s above the largest amount are a problem', async (kind, name, more, ofLine) => {
    const program = await programOf(app, await makeTenant(app, {}));
    const lines = (count: number, quantity: number) =>
      Array.from(
        { length: count },
        (_, n) =>
          `{"kind":"${name}-lines","row":{"${name}":"O-1","position":${n + 1},${ofLine},"quantity":${quantity},` +
          `"unit_price":999999999,"vat_percent":20}}`,
      );
    const head = `{"kind":"${kind}","row":{"reference":"O-1","account":"C-9","created_on":"2026-01-01",${more}}}`;
    // The last sum is greater than any number of PostgreSQL that holds an amount.
    for (const [count, quantity] of [
      [2, 60],
      [1_200, 90_000],
    ] as const) {
      const body = [good, head, ...lines(count, quantity)].join('\n');
      const refused = await ended(program, (await sendLines(program, body)).body.id);
      const message = 'has lines that come to more than 99999999999.99';
      expect(refused.problems.items).toMatchObject([{ kind, line: 2, column: 'reference', message }]);
    }
  });

  test('[API-5] that only PostgreSQL finds ends the import at its first start', async () => {
    const marina = await makeTenant(app, {});
    const program = await programOf(app, marina);
    const owner = new pg.Client(app.testDatabase.ownerUrl);
    await owner.connect();
    try {
      await owner.query(`
        create function refuse_odd() returns trigger language plpgsql as $$
        begin raise exception 'odd' using errcode = '22P05'; end $$;
        create trigger refuse_odd before insert on accounts for each row when (new.lastname = 'Odd')
        execute function refuse_odd()`);
      const { body } = await sendLines(program, good.replace('Good', 'Odd'));
      expect(await ended(program, body.id)).toMatchObject({ state: 'failed', failure: 'gave-up', problemCount: 0 });
      expect((await ended(program, (await sendLines(program, good)).body.id)).state).toBe('done');
    } finally {
      await owner.query('drop trigger if exists refuse_odd on accounts');
      await owner.end();
    }
  });
});
