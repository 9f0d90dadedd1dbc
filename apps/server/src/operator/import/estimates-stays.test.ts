import { beforeEach, expect, test } from 'vitest';
import { DatabaseClient, type TenantDb } from '../../db/client.ts';
import { makeAgreement } from '../../features/agreements/agreements.exports.ts';
import { storeAnswer } from '../../features/estimates/estimate-answers.queries.ts';
import { unsafeFindTenant } from '../../http/tenant/tenant.queries.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases/test-database.ts';
import { exampleFile, exampleFiles, exampleFolder, makeFolder } from '../../testing/import-files.ts';
import { runOperator } from '../testing/operator.ts';

let database: TestDatabase;
let client: DatabaseClient;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new DatabaseClient({ url: database.appUrl, size: 2 });
  return async () => {
    await client.close();
    await database.drop();
  };
});

const importing = (folder: string) => runOperator(['import', folder], { database });
const importFiles = (changes: Parameters<typeof exampleFiles>[0]) => importing(makeFolder(exampleFiles(changes)));

async function gullhaven(): Promise<TenantDb> {
  const tenant = await unsafeFindTenant(client, 'key', 'gullhaven');
  return client.forTenant(tenant?.id ?? 0);
}

const storedEstimates = async () =>
  (await gullhaven())
    .selectFrom('estimates as e')
    .leftJoin('orders as o', 'o.id', 'e.converted_order_id')
    .select(['e.reference', 'e.expires_on', 'e.expires_at', 'e.gross_minor', 'e.net_minor', 'e.vat_minor'])
    .select('o.reference as order')
    .orderBy('e.reference')
    .execute();

test('[EST-4] [STAY-1] estimates come with lines and order, stays with places; a new file changes them', async () => {
  expect((await importing(exampleFolder)).code).toBe(0);
  expect(await storedEstimates()).toMatchObject([
    { expires_on: '2026-02-28', expires_at: null, gross_minor: 278_875, vat_minor: 46_480, order: 'INV-2026-0101' },
    { expires_on: '2026-05-31', gross_minor: 122_400, net_minor: 102_000, vat_minor: 20_400, order: null },
    { expires_on: null, expires_at: new Date('2026-05-29T16:00:00Z'), gross_minor: 54_000, order: null },
  ]);
  const db = await gullhaven();
  const lines = () => db.selectFrom('estimate_lines').selectAll().orderBy('estimate_id').orderBy('line').execute();
  expect(await lines()).toMatchObject([
    { line: 1, tariff_name: 'Annual berth 2026/27', gross_minor: 259_875, boat_length: '9.45' },
    { line: 2, tariff_name: 'Electricity deposit', gross_minor: 19_000 },
    { tariff_name: 'Winter storage ashore', boat_name: 'Petrel' },
    { tariff_name: 'Lift-out and relaunch' },
  ]);

  const { code, err } = await importing(
    makeFolder({
      'estimates.csv':
        'tenant,reference,account,created_on,order\ngullhaven,Q-2026-048,10022,2026-04-20,INV-2026-0102\n',
      'estimate-lines.csv':
        'tenant,estimate,tariff,quantity,unit_price,vat_percent\ngullhaven,Q-2026-048,Winter storage,2,100.00,20\n',
      'stays.csv':
        'tenant,reference,account,boat,arrives_on,departs_on,place,type,removed\n' +
        'gullhaven,S-2026-010,10023,Kittiwake II,2026-04-01,2026-09-30,M 4,Swinging mooring,\n' +
        'gullhaven,S-2025-014,10021,Sandpiper,2025-04-01,,A 12,Annual berth,yes\n',
    }),
  );
  expect({ code, err }).toEqual({ code: 0, err: expect.any(String) });
  expect((await storedEstimates())[1]).toMatchObject({
    expires_on: '2026-05-31',
    gross_minor: 20_000,
    order: 'INV-2026-0102',
  });
  expect(await lines()).toHaveLength(4);
  const stays = await db
    .selectFrom('stays')
    .select(['reference', 'arrives_on', 'departs_on', 'asset_name'])
    .orderBy('reference')
    .execute();
  expect(stays).toEqual([
    { reference: 'S-2026-009', arrives_on: '2026-04-01', departs_on: '2027-03-31', asset_name: 'A 14' },
    { reference: 'S-2026-010', arrives_on: '2026-04-01', departs_on: '2026-09-30', asset_name: 'M 4' },
  ]);
});

test('[STAY-1] a stay belongs to its boat by the boat’s reference, else by a name that is unique', async () => {
  expect((await importing(exampleFolder)).code).toBe(0);
  const db = await gullhaven();
  const boats = async () =>
    (
      await db
        .selectFrom('stays as s')
        .leftJoin('boats as b', 'b.id', 's.boat_id')
        .select(['s.reference', 's.boat_name', 'b.reference as boat'])
        .orderBy('s.reference')
        .execute()
    ).map(({ reference, boat_name: name, boat }) => [reference, name, boat]);
  expect(await boats()).toEqual([
    ['S-2025-014', 'Sandpiper', 'B-501'],
    ['S-2026-009', 'Sandpiper', 'B-501'],
    ['S-2026-010', 'Kittiwake II', 'B-503'],
  ]);
  const renamed = (reference: string, name: string) => `${reference},10021,${name},Sailing yacht,9.45,3.1,1.6,Owner\n`;
  const more = (header: string, rows: string[]) =>
    importing(
      makeFolder({
        'tenants.csv': exampleFiles()['tenants.csv'] ?? '',
        'boats.csv':
          'reference,account,name,type,length,beam,draft,relationship\n' +
          renamed('B-501', 'Sanderling') +
          renamed('B-504', 'Sandpiper') +
          renamed('B-505', 'Twin') +
          renamed('B-506', 'Twin'),
        'stays.csv': `${header}\n${rows.join('\n')}\n`,
      }),
    );
  // The boat was renamed since, and another boat has the old name. Stored stays keep their boat.
  const byName = await more('reference,account,boat,arrives_on,place,type', [
    'S-2026-009,10021,Sandpiper,2026-04-01,A 15,Annual berth',
    'S-2027-001,10021,Sandpiper,2027-04-01,A 16,Annual berth',
    'S-2027-002,10021,Twin,2027-04-01,A 17,Annual berth',
    'S-2027-003,10021,Visitor,2027-04-01,A 18,Visitor berth',
  ]);
  expect(byName).toMatchObject({ code: 0 });
  expect((await boats()).filter(([reference]) => reference !== 'S-2026-010')).toEqual([
    ['S-2025-014', 'Sandpiper', 'B-501'],
    ['S-2026-009', 'Sandpiper', 'B-501'],
    ['S-2027-001', 'Sandpiper', 'B-504'],
    ['S-2027-002', 'Twin', null],
    ['S-2027-003', 'Visitor', null],
  ]);
  const byReference = await more('reference,account,boat,boat_reference,arrives_on,place,type', [
    'S-2027-001,10021,Sandpiper,,2027-04-01,A 16,Annual berth',
    'S-2027-002,10021,Twin,B-506,2027-04-01,A 17,Annual berth',
  ]);
  expect(byReference).toMatchObject({ code: 0 });
  expect((await boats()).slice(-3, -1)).toEqual([
    ['S-2027-001', 'Sandpiper', null],
    ['S-2027-002', 'Twin', 'B-506'],
  ]);
  const unknown = await more('reference,account,boat,boat_reference,arrives_on,place,type', [
    'S-1,10021,Twin,B-999,2027-04-01,A 17,Annual berth',
  ]);
  expect(unknown.err).toContain('stays.csv:2: boat_reference: there is no boat "B-999"');
  const header = 'reference,account,boat_reference,arrives_on,place,type';
  expect((await more(header, ['S-2027-004,10021,B-504,2027-04-01,A 19,Annual berth'])).code).toBe(0);
  expect(await boats()).toContainEqual(['S-2027-004', 'Sandpiper', 'B-504']);
  const nameless = await more(header, ['S-2027-005,10021,,2027-04-01,A 20,Annual berth']);
  expect(nameless.err).toContain('stays.csv:2: boat: is empty, and so is boat_reference');
});

test('mistakes in estimates and stays are told with their place, and nothing is written', async () => {
  const { code, err } = await importFiles({
    'estimates.csv':
      'reference,account,created_on,expires_on,total,order,starts_on,departs_on\n' +
      'Q-2026-031,10021,2026-02-09,2026-02-30,2788.75,,,\n' +
      'Q-2026-048,10022,2026-04-20,2026-05-31 25:00,1224.00,,,\n' +
      'Q-2026-052,10023,2026-05-11,,541.00,INV-2026-0101,,\n' +
      'Q-2026-060,10023,2026-05-11,,,INV-NONE,,\n' +
      'Q-2026-061,10023,2026-05-11,2026-05-10 17:00,,,2026-06-12,2026-06-11\n' +
      'Q-2026-062,10023,2026-05-11,2026-05-11 17:00,,,2026-06-12,2026-06-12\n',
    'stays.csv': exampleFile('stays.csv', '2025-04-01,2026-03-31', '2025-04-01,2025-03-31').replace('10023', '99999'),
  });
  expect(code).toBe(1);
  for (const problem of [
    'estimates.csv:2: expires_on: "2026-02-30" is a day that does not exist',
    'estimates.csv:3: expires_on: "2026-05-31 25:00" is neither a day',
    'estimates.csv:4: total: says 541.00, and the lines come to 540.00',
    'estimates.csv:4: order: is of another account',
    'estimates.csv:5: order: there is no order "INV-NONE"',
    'estimates.csv:5: reference: has no line in estimate-lines',
    'estimates.csv:6: expires_on: is before created_on',
    'estimates.csv:6: departs_on: is before starts_on',
    'stays.csv:2: departs_on: is before arrives_on',
    'stays.csv:4: account: there is no account "99999"',
  ])
    expect(err).toContain(problem);
  expect(err).not.toMatch(/estimates\.csv:7: (expires|departs)_on/);
  expect(await unsafeFindTenant(client, 'key', 'gullhaven')).toBeNull();
});

test('[EST-6] an import withdraws the answer to an estimate that it changes, and refuses if it is signed', async () => {
  expect((await importing(exampleFolder)).code).toBe(0);
  const db = await gullhaven();
  const answer = await makeAnswer(db, 'Q-2026-048');
  const files = (price: string) =>
    makeFolder({
      'estimates.csv': 'tenant,reference,account,created_on\ngullhaven,Q-2026-048,10022,2026-04-20\n',
      'estimate-lines.csv':
        'tenant,estimate,tariff,quantity,unit_price,vat_percent\n' +
        `gullhaven,Q-2026-048,Winter storage,2,${price},20\n`,
    });
  expect((await importing(files('100.00'))).code).toBe(0);
  expect(await answer.row()).toMatchObject({ withdrawn_at: expect.any(Date) });

  const signed = await makeAnswer(db, 'Q-2026-048');
  await signed.sign();
  expect((await importing(files('100.00'))).code).toBe(0);
  const { code, err } = await importing(files('120.00'));
  expect(code).toBe(1);
  expect(err).toContain('has other lines than when its customer answered it: make a new estimate');
  expect(await signed.row()).toMatchObject({ withdrawn_at: null });
});

/** Makes an answer that waits for its signature, as the portal does. */
async function makeAnswer(db: TenantDb, reference: string) {
  const columns = ['tenant_id', 'id', 'account_id as accountId', 'site_id as siteId'] as const;
  const one = db.selectFrom('estimates').select(columns).where('reference', '=', reference);
  const { tenant_id, id: estimate_id, ...whose } = await one.executeTakeFirstOrThrow();
  const now = new Date('2026-05-16T09:00:00Z');
  const wanted = { ...whose, type: 'Accept an estimate', html: '<p>I accept.</p>', signBy: null };
  const { id: agreement_id } = await db.transaction().execute(async (trx) => {
    const made = await makeAgreement(trx, tenant_id, wanted, now);
    await storeAnswer(trx, { tenant_id, estimate_id, answer: 'accept', agreement_id: made.id });
    return made;
  });
  return {
    sign: () => db.updateTable('agreements').set({ signed_at: now }).where('id', '=', agreement_id).execute(),
    row: () => db.selectFrom('agreements').select('withdrawn_at').where('id', '=', agreement_id).executeTakeFirst(),
  };
}
