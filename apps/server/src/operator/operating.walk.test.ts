import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import { listPaymentHistory } from '@quayside/contract/payments/payment-history.ts';
import { checkRenewalToken, registerAccount } from '@quayside/contract/identity/registration.ts';
import { signIn } from '@quayside/contract/identity/identity.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { startSystemPostgres, type SystemPostgres, systemPassword } from '../testing/databases/system-postgres.ts';
import { samplePassword } from '../testing/factories/factories.ts';
import { HttpClient } from '../testing/http-client.ts';
import { blocksOf } from '../testing/operating-guide.ts';
import { registerMerchant, type TestMerchant } from '../testing/payments/card-payments.ts';
import { payOnce } from '../testing/persistent-customer.ts';
import { type ServerProcess, startServerProcess } from '../testing/processes/server-process.ts';
import { runOperator } from './testing/operator.ts';

/** `npm run test:operating`: walks the table of docs/operating/README.md, from nothing to a restored backup. */

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

const berths = 300;
const sandbox = inject('sandbox');

interface Place {
  postgres: SystemPostgres;
  database: { appUrl: string; ownerUrl: string };
  dataDir: string;
  server?: ServerProcess;
}

let folder: string;
let here: Place;
let elsewhere: Place;
let merchant: TestMerchant;
let letters = '';
let customer: { client: HttpClient; accountGuid: string };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quayside-test-operating-'));
  const [one, other] = [await startSystemPostgres(), await startSystemPostgres()];
  [here, elsewhere] = [placeOf(one), placeOf(other)];
  merchant = await registerMerchant(sandbox.url, 'EUR');
});
afterAll(async () => {
  for (const place of [here, elsewhere]) {
    await place?.server?.stop();
    await place?.postgres.stop();
  }
  rmSync(folder, { recursive: true, force: true });
});

const placeOf = (postgres: SystemPostgres): Place => ({
  postgres,
  database: { appUrl: postgres.url('quayside_app', 'quayside'), ownerUrl: postgres.url('quayside_owner', 'quayside') },
  dataDir: mkdtempSync(join(folder, 'data-')),
});

/** Runs the guide's SQL as the superuser. */
async function makeDatabase({ postgres }: Place): Promise<void> {
  const block = blocksOf('running.md', 'sql').find((each) => each.includes('create role quayside_owner')) ?? '';
  const client = new pg.Client(postgres.url('postgres', 'postgres'));
  await client.connect();
  for (const statement of block.replaceAll('…', systemPassword).trim().split(/;\s*/))
    if (statement !== '') await client.query(statement);
  await client.end();
}

async function serve(place: Place): Promise<void> {
  const { database, dataDir } = place;
  const env = { NODE_ENV: 'production', DEMO: 'off', START_WITHOUT_FILES: 'off' };
  place.server = await startServerProcess({ database, dataDir, sandboxUrl: sandbox.url, env });
}

const run = (args: string[], { place = here, input = '' } = {}) =>
  runOperator(args, { database: place.database, dataDir: place.dataDir, input });

async function succeed(args: string[], given: { place?: Place; input?: string } = {}): Promise<string> {
  const { code, out, err } = await run(args, given);
  expect({ args, code, err: code === 0 ? '' : err }).toEqual({ args, code: 0, err: '' });
  return out;
}

/** The exports of an office's program, as it writes them: Windows-1252, semicolons, German days and numbers. */
function writeExports(areCorrected: boolean): string {
  const place = mkdtempSync(join(folder, 'exports-'));
  const write = (name: string, lines: string[]) => writeFileSync(join(place, name), lines.join('\r\n'), 'latin1');
  const numbers = Array.from({ length: berths }, (_, index) => index + 1);
  const wrong = (number: number, bad: string, good: string) => (areCorrected || number % 50 !== 0 ? good : bad);
  write('Kunden 2026.csv', [
    'Kd-Nr;Vorname;Nachname;E-Mail;Straße;PLZ;Ort;Land;Notiz',
    ...numbers.map(
      (number) =>
        `K-${number};Jörg;Müller-${number};joerg.${number}@example.com;Hafenstraße ${number};24103;Kiel;` +
        `${wrong(number, 'Deutschland', 'DE')};zahlt spät`,
    ),
  ]);
  write('Boote.csv', [
    'Boot-Nr;Kd-Nr;Name;Typ;Länge;Breite;Tiefgang',
    ...numbers.map((number) => `B-${number};K-${number};Möwe ${number};Segelyacht;${7 + (number % 9)},45;3,1;1,6`),
  ]);
  write('Rechnungen.csv', [
    'Re-Nr;Kunde;Datum;Fällig;Betrag',
    ...numbers.map((number) => `R-${number};K-${number};3.2.2026;${wrong(number, '31.2.2026', '1.4.2026')};1250,50`),
  ]);
  write('Positionen.csv', [
    'Re-Nr;Text;Menge;Preis;MwSt',
    ...numbers.map((number) => `R-${number};Liegeplatz für ein Jahr;1;1250,50;19`),
  ]);
  const mapping = {
    accounts: {
      file: 'Kunden 2026.csv',
      columns: {
        'Kd-Nr': 'reference',
        Vorname: 'first_name',
        Nachname: 'last_name',
        'E-Mail': 'email',
        Straße: 'address1',
        PLZ: 'postcode',
        Ort: 'town',
        Land: 'country',
        Notiz: null,
      },
      values: { site: '1' },
    },
    boats: {
      file: 'Boote.csv',
      columns: {
        'Boot-Nr': 'reference',
        'Kd-Nr': 'account',
        Name: 'name',
        Typ: 'type',
        Länge: 'length',
        Breite: 'beam',
        Tiefgang: 'draft',
      },
      values: { relationship: 'Eigner' },
    },
    'order-lines': {
      file: 'Positionen.csv',
      columns: { 'Re-Nr': 'order', Text: 'name', Menge: 'quantity', Preis: 'unit_price', MwSt: 'vat_percent' },
    },
    orders: {
      file: 'Rechnungen.csv',
      columns: { 'Re-Nr': 'reference', Kunde: 'account', Datum: 'created_on', Fällig: 'due_on', Betrag: 'total' },
      values: { type: 'Liegeplatz' },
    },
  };
  writeFileSync(join(place, 'mapping.json'), JSON.stringify(mapping));
  return place;
}

const importing = (place: string, ...more: string[]) => [
  'import',
  place,
  '--tenant',
  'gullhaven',
  '--locale',
  'de-DE',
  '--mapping',
  join(place, 'mapping.json'),
  ...more,
];

/** Signs a customer in at a place. */
async function signInAt({ server }: Place): Promise<HttpClient> {
  const client = new HttpClient(server?.url ?? '', 'gullhaven');
  const body = { userName: 'joerg@example.com', password: samplePassword, rememberMe: false };
  expect((await client.call(signIn, { body })).status).toBe(200);
  return client;
}

/** The work of each step of the table. */
const steps: Record<string, () => Promise<void>> = {
  'two roles and an empty database': () => makeDatabase(here),
  'the first start: tables are made, and the copy is ready': () => serve(here),
  'the marina itself, and its sites': async () => {
    const marina = mkdtempSync(join(folder, 'marina-'));
    const tenant = 'gullhaven,Möwenhafen,gullhaven.localhost,DE,EUR,de-DE,de-DE,office@example.org,0431 1';
    const head = 'key,name,hosts,country,currency,language,languages,email,telephone';
    writeFileSync(join(marina, 'tenants.csv'), `${head}\n${tenant}\n`);
    const site = '1,Möwenhafen,"Kai 1, Kiel",0431 1,office@example.org,Europe/Berlin';
    writeFileSync(join(marina, 'sites.csv'), `number,name,address,telephone,email,time_zone\n${site}\n`);
    await succeed(['import', marina]);
  },
  'the office’s exports: a mapping, a dry run, the first mistakes': async () => {
    const { code, err } = await run(importing(writeExports(false), '--dry-run'));
    expect(code).toBe(1);
    expect(err).toContain('Windows-1252');
    expect(err).toMatch(/Kunden 2026\.csv:51: country: /);
    expect(err).toMatch(/Rechnungen\.csv:51: due_on: /);
    expect(err).toContain('Nothing was written');
  },
  'the corrected exports are taken in': async () => {
    await succeed(importing(writeExports(true)));
  },
  'a payment provider': async () => {
    const input = JSON.stringify(merchant.settings);
    await succeed(['tenant', 'set', 'gullhaven', 'providers.paysafe', '--file', '-'], { input });
  },
  'codes for all customers, for the letters': async () => {
    letters = await succeed(['code', 'issue', '--tenant', 'gullhaven', '--all-without-login', '--csv']);
    expect(letters.trim().split('\n')).toHaveLength(berths + 1);
  },
  'the first customer registers and pays': async () => {
    const renewalToken = /renewal-token=(\w{10})/.exec(letters)?.[1] ?? '';
    const visitor = new HttpClient(here.server?.url ?? '', 'gullhaven');
    const { body: opened } = await visitor.call(checkRenewalToken, { query: { renewalToken } });
    const { accountGuid } = opened;
    const account = { guid: accountGuid, renewalToken, email: 'joerg@example.com' };
    const registered = await visitor.call(registerAccount, { body: { account, password: samplePassword } });
    expect(registered.status).toBe(200);
    const client = await signInAt(here);
    const { body } = await client.call(listOutstandingOrders, { params: { guid: accountGuid } });
    const orderIds = body.orders.map(({ id }) => id);
    const checkout = { client, accountGuid, orderIds, amount: 1_250.5, sandboxUrl: sandbox.url, merchant };
    expect((await payOnce(checkout as never, sandbox.bankUrl)).paymentStatus).toBe('Completed');
    customer = { client, accountGuid };
  },
  'a backup, while customers use the portal': async () => {
    const asking = customer.client.call(listOutstandingOrders, { params: { guid: customer.accountGuid } });
    await succeed(['backup', join(folder, 'backup')]);
    expect((await asking).status).toBe(200);
  },
  'the backup is restored elsewhere, and verified': async () => {
    await makeDatabase(elsewhere);
    await succeed(['restore', join(folder, 'backup')], { place: elsewhere });
    await succeed(['restore', join(folder, 'backup'), '--verify'], { place: elsewhere });
  },
  'the portal serves there, with the payment': async () => {
    await serve(elsewhere);
    const client = await signInAt(elsewhere);
    const query = { page: 1, rows: 10 };
    const { body } = await client.call(listPaymentHistory, { params: { guid: customer.accountGuid }, query });
    expect(body.payments).toMatchObject([{ amount: 1_250.5, paymentStatus: 'Completed' }]);
  },
};

/** The lines of the guide's table. */
function readTable(): { step: string; minutes: number }[] {
  const text = readFileSync(new URL('../../../../docs/operating/README.md', import.meta.url), 'utf8');
  const lines = [...text.matchAll(/^\| (.+?) \| \[.+?\]\(.+?\) \| (\d+) \|$/gm)];
  return lines.map(([, step = '', minutes]) => ({ step: step.replaceAll("'", '’'), minutes: Number(minutes) }));
}

test('every line of the operator’s table leads on from the one before, in its minutes', async () => {
  const table = readTable();
  expect(table.map(({ step }) => step)).toEqual(Object.keys(steps));
  expect(table.reduce((sum, { minutes }) => sum + minutes, 0)).toBeLessThan(60);
  for (const { step, minutes } of table) {
    const startedAt = performance.now();
    await steps[step]?.();
    const seconds = (performance.now() - startedAt) / 1_000;
    process.stdout.write(`${step}: ${seconds.toFixed(1)} s of ${minutes} min\n`);
    expect(seconds).toBeLessThan(minutes * 60);
  }
});
