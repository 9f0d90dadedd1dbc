import { downloadAgreement } from '@quayside/contract/agreements/agreement-papers.ts';
import { getUnsignedAgreement } from '@quayside/contract/agreements/agreement-signing.ts';
import { getSignedAgreement, listAccountAgreements } from '@quayside/contract/agreements/agreements.ts';
import type { Call } from '@quayside/contract/shared/call.ts';
import { signIn } from '@quayside/contract/identity/identity.ts';
import {
  agreementBlocksPayment,
  listOutstandingOrders,
  type OutstandingOrder,
} from '@quayside/contract/orders/orders.ts';
import { checkRenewalToken } from '@quayside/contract/identity/registration.ts';
import { getSummary } from '@quayside/contract/account/dashboard.ts';
import { allDocumentTypes, documentStatus, listDocuments } from '@quayside/contract/documents/documents.ts';
import { getOwnKey } from '@quayside/contract/integration/key.ts';
import { listEstimates } from '@quayside/contract/orders/estimates.ts';
import { listStays } from '@quayside/contract/account/stays.ts';
import { getConfig } from '@quayside/contract/tenant/tenant.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { listProviderSettings } from '../features/payments/payments.exports.ts';
import { unsafeFindTenant } from '../http/tenant/tenant.queries.ts';
import { openProvider } from '../providers/payments/registry.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { programWith } from '../testing/factories/integration.ts';
import type { HttpClient } from '../testing/http-client.ts';
import { loadDemo } from './load-demo.ts';
import { saltmarsh } from './marinas.ts';

const load = (app: TestApp, now: string, sandboxUrl = 'http://127.0.0.1:3001') => {
  app.clock.set(now);
  const log = { info: () => {} };
  return loadDemo({
    ownerUrl: app.testDatabase.ownerUrl,
    appDatabase: app.database,
    sandboxUrl,
    files: app.files,
    now: new Date(now),
    log,
  });
};

/** Returns the contents of a database, by marina and table. @param but columns to leave out */
async function contents(app: TestApp, but: readonly string[] = []): Promise<Record<string, string>> {
  const tables = [
    'accounts',
    'boats',
    'agreements',
    'orders',
    'order_lines',
    'payments',
    'payment_allocations',
    'consents',
    'waiting_list_entries',
    'account_documents',
    'estimates',
    'estimate_lines',
    'stays',
  ];
  const { rows } = await sql<{ id: number }>`select unsafe_tenant_ids() as id`.execute(
    app.database.unsafeWithoutTenant(),
  );
  const hashes: Record<string, string> = {};
  const ids = rows.map(({ id }) => id).toSorted((one, other) => one - other);
  for (const [place, id] of ids.entries())
    for (const table of tables) {
      const { rows: found } = await sql<{ hash: string }>`
        select md5(string_agg(content, ',' order by content)) as hash
        from (select (to_jsonb(t) - ${but}::text[])::text as content from ${sql.table(table)} t) t`.execute(
        app.database.forTenant(id),
      );
      hashes[`${place} ${table}`] = found[0]?.hash ?? '';
    }
  return hashes;
}

async function signedIn(app: TestApp, tenantKey: string, userName: string) {
  const client = app.client(tenantKey);
  const { body, status } = await client.call(signIn, { body: { userName, password: 'Harbour#2026' } });
  expect(status).toBe(200);
  return { client, guid: body.userSession.accountGuid ?? '' };
}

/** The kinds of due orders that matter. Orders that are due later make up the rest of the list. */
const kinds: Record<string, (order: OutstandingOrder) => boolean> = {
  plain: ({ paymentStatus, agreement }) => paymentStatus === 'Unpaid' && agreement === null,
  partPaid: ({ paymentStatus }) => paymentStatus === 'PartPaid',
  overdue: ({ paymentStatus }) => paymentStatus === 'Overdue',
  signed: ({ agreement }) => agreement?.isSigned === true,
  optional: ({ agreement }) => agreement?.agreementType.optional === true && !agreement.isSigned,
  blocked: ({ agreement }) => agreementBlocksPayment(agreement),
  small: ({ outstandingAmount }) => outstandingAmount < 10,
  large: ({ outstandingAmount }) => outstandingAmount > 4_000,
};

const customers = [
  ['saltmarsh', 'jo.sailor@example.com', 'GBP'],
  ['port-azur', 'luc.marin@example.com', 'EUR'],
] as const;

async function expectOneOfEveryKind(app: TestApp): Promise<void> {
  for (const [tenantKey, userName, currency] of customers) {
    const { client, guid } = await signedIn(app, tenantKey, userName);
    const { body } = await client.call(listOutstandingOrders, { params: { guid } });
    expect(new Set(body.orders.map(({ isoCurrencyCode }) => isoCurrencyCode))).toEqual(new Set([currency]));
    const due = body.orders.filter(({ isFuture }) => !isFuture);
    expect(due.length).toBeGreaterThanOrEqual(6);
    const missing = Object.entries(kinds).filter(([, is]) => !due.some(is));
    expect([tenantKey, ...missing.map(([kind]) => kind)]).toEqual([tenantKey]);
    expect(body.orders.length).toBeGreaterThan(due.length);
  }
}

// Days around the end of a year, of summer time and of February.
test.each(['2026-01-01T00:30:00Z', '2028-02-29T12:00:00Z', '2026-03-29T01:30:00Z'])(
  'on %s the customers of both find one order of every kind that matters',
  async (now) => {
    const app = await startTestApp();
    onTestFinished(() => app.close());
    await load(app, now);
    await expectOneOfEveryKind(app);
  },
);

/** Customers who have yet to register, with their codes from the README. */
const yetToRegister = [
  ['saltmarsh', 'sand bank 26', 'Robin'],
  ['port-azur', 'cap mer 2026', 'Manon'],
] as const;

/**
 * Expects agreements of every kind: to sign, with a long and a short text; signed here; signed on paper. Their
 * papers can be opened.
 */
async function expectAgreements(client: HttpClient, accountGuid: string): Promise<void> {
  const { agreements } = (await client.call(listAccountAgreements, { params: { accountGuid }, query: { rows: 100 } }))
    .body;
  const of = <C extends Call>(call: C, isSigned: boolean) =>
    Promise.all(
      agreements
        .filter((each) => each.isSigned === isSigned)
        .map(async ({ guid }) => (await client.call(call, { params: { guid } } as never)).body),
    );
  const open = await of(getUnsignedAgreement, false);
  expect(new Set(open.map(({ agreement }) => agreement.declarationText?.includes('<table>')))).toEqual(
    new Set([true, false]),
  );
  const signed = await of(getSignedAgreement, true);
  const scanned = signed.find(({ agreement }) => agreement.hardAgreementUploaded);
  const here = signed.find(({ agreement }) => agreement.signature !== null);
  for (const agreementGuid of [scanned?.agreement.guid ?? '', here?.agreement.guid ?? '']) {
    const { bytes } = await client.call(downloadAgreement, { params: { agreementGuid }, query: {} });
    expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-');
  }
}

describe('in the middle of a season', () => {
  const day = '2026-07-15T09:00:00Z';
  // Loading takes seconds, so tests that only read share one database.
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    await load(app, day);
  });
  beforeEach(() => app.clock.set(day));
  afterAll(() => app.close());

  test('two starts at once load it once, and it is the same everywhere', async () => {
    const elsewhere = await startTestApp();
    onTestFinished(() => elsewhere.close());
    await Promise.all([load(elsewhere, day), load(elsewhere, day)]);
    const tenant = await unsafeFindTenant(elsewhere.database, 'key', saltmarsh.key);
    const { rows } = await sql`select count(*)::int as accounts from accounts`.execute(
      elsewhere.database.forTenant(tenant?.id ?? 0),
    );
    expect(rows).toEqual([{ accounts: saltmarsh.accounts + 4 }]);
    // Two starts that race leave gaps in the marinas' numbers. The keys of links are random in any case, the
    // database notes the real time of each change, and places follow the commits of both marinas.
    const noted = ['made_at', 'updated_at', 'place'];
    const differs = ['tenant_id', 'merchant_ref_number', 'pay_link_guid', 'consent_key', ...noted];
    expect(await contents(elsewhere, differs)).toEqual(await contents(app, differs));
  });

  // Runs before any call asks for a marina's settings, because they are cached for a while.
  test('each marina has a key of the integration API, the same after each start, until it is revoked', async () => {
    const elsewhere = await startTestApp();
    onTestFinished(() => elsewhere.close());
    const keys = await load(elsewhere, day);
    expect(Object.keys(keys)).toEqual(['saltmarsh', 'port-azur']);
    const program = programWith(elsewhere, keys['port-azur'] ?? '');
    expect((await program.call(getOwnKey, {})).body).toMatchObject({ mode: 'test', tenant: { key: 'port-azur' } });
    expect(await load(elsewhere, day)).toEqual(keys);
    const db = elsewhere.database.forTenant(2);
    await db
      .updateTable('integration_keys')
      .set({ revoked_at: new Date(day) })
      .execute();
    expect(Object.keys(await load(elsewhere, day))).toEqual(['saltmarsh']);
  });

  test('a second start changes nothing but where the sandbox is', async () => {
    const before = await contents(app);
    await load(app, '2027-01-20T09:00:00Z', 'http://127.0.0.1:4001');
    expect(await contents(app)).toEqual(before);
    const providers = await listProviderSettings(app.database.forTenant(1), 1);
    // Throws for settings that can't be used.
    providers.forEach(openProvider);
    const cards = { apiBaseUrl: 'http://127.0.0.1:4001', scriptBaseUrl: 'http://127.0.0.1:4001' };
    const settingsOf = (of: string) => providers.filter(({ key }) => key === of).map(({ settings }) => settings);
    expect(settingsOf('paysafe')).toMatchObject(saltmarsh.sites.map(() => cards));
    expect(settingsOf('paypal')).toMatchObject(saltmarsh.sites.map(() => ({ apiBaseUrl: 'http://127.0.0.1:4007' })));
    const others = await listProviderSettings(app.database.forTenant(2), 2);
    const components = 'http://127.0.0.1:4006';
    expect(Object.fromEntries(others.map(({ key, settings }) => [key, settings]))).toMatchObject({
      paysafe: cards,
      redirect: { apiBaseUrl: 'http://127.0.0.1:4008' },
      clearAccept: { apiBaseUrl: components, tokenBaseUrl: components, scriptBaseUrl: components },
    });
    const { body } = await app.client('saltmarsh').call(getConfig, {});
    expect(body.microAppApi).toBe('http://127.0.0.1:4005/');
  });

  test('the customers of both find one order of every kind that matters', () => expectOneOfEveryKind(app));

  test('both marinas’ customers have boats, papers, agreements and waiting lists; some can register', async () => {
    for (const [tenantKey, userName] of customers) {
      const { client, guid } = await signedIn(app, tenantKey, userName);
      const { body } = await client.call(getSummary, { params: { guid } });
      expect(body.boats).toHaveLength(2);
      expect(body.outstandingAgreements.length).toBeGreaterThanOrEqual(2);
      const positions = body.waitingListsItems.map(({ position }) => position);
      expect(positions).toEqual(expect.arrayContaining([null, expect.any(Number)]));
      const documents = (await client.call(listDocuments, { params: { guid }, query: {} })).body;
      const types = allDocumentTypes(documents);
      expect(new Set(types.map(documentStatus))).toEqual(new Set(['waiting', 'active', 'expired']));
      expect(types.some(({ expiresSoon }) => expiresSoon)).toBe(true);
      for (const { fileReferenceGuid } of types.filter(({ hasAccountDocument }) => hasAccountDocument))
        expect((await client.get(`/harbour/api/portal/files/${fileReferenceGuid}`)).text).toMatch(/^%PDF-1\.7/);
      await expectAgreements(client, guid);
      const all = { params: { guid }, query: { rows: 100, statusFilter: 'All' as const } };
      const { estimates } = (await client.call(listEstimates, all)).body;
      expect(estimates).toHaveLength(15);
      expect(new Set(estimates.map(({ status }) => status))).toEqual(new Set(['Active', 'Converted', 'Expired']));
      for (const filter of ['Current', 'Upcoming', 'Historical'] as const) {
        const stays = (await client.call(listStays, { params: { guid }, query: { filter } })).body;
        expect([filter, stays.totalItems > 0]).toEqual([filter, true]);
      }
    }
    for (const [tenantKey, renewalToken, firstname] of yetToRegister) {
      const { body } = await app.client(tenantKey).call(checkRenewalToken, { query: { renewalToken } });
      expect(body.firstname).toBe(firstname);
    }
  });

  test('[MONEY-3] every order holds exactly what was allocated to it, and every payment adds up', async () => {
    for (const tenantId of [1, 2]) {
      const { rows } = await sql`
        select o.id from orders o left join payment_allocations a on a.order_id = o.id
        group by o.id, o.allocated_minor having o.allocated_minor <> coalesce(sum(a.amount_minor), 0)
        union all
        select o.id from orders o join order_lines l on l.order_id = o.id
        group by o.id, o.gross_minor having o.gross_minor <> sum(l.gross_minor)
        union all
        select p.id from payments p join payment_allocations a on a.payment_id = p.id
        group by p.id, p.amount_minor having p.amount_minor <> sum(a.amount_minor)`.execute(
        app.database.forTenant(tenantId),
      );
      expect(rows).toEqual([]);
    }
  });
});
