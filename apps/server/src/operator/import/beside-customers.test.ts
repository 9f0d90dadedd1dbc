import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDocument, uploadFile } from '@quayside/contract/documents/documents.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import type { TenantDb } from '../../db/client.ts';
import { saveProvider } from '../../features/payments/providers/providers.service.ts';
import { unsafeFindTenant } from '../../http/tenant/tenant.queries.ts';
import { openLocalFolder } from '../../providers/files/local-folder.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type SignedIn, signedInCustomer } from '../../testing/factories/factories.ts';
import { bodyOf } from '../../testing/http-client.ts';
import { exampleFolder, makeFolder } from '../../testing/import-files.ts';
import { registerRedirect, startOnPage } from '../../testing/payments/page-payments.ts';
import { sampleFiles } from '../../testing/sample-files.ts';
import { runOperator } from '../testing/operator.ts';

/** Tests that customers can hand in documents and pay while an import changes their marina's data: both succeed. */

let dataDir: string;
let app: TestApp;
let db: TenantDb;
let tenantId: number;
let customer: SignedIn;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'quayside-test-beside-'));
  app = await startTestApp({ files: openLocalFolder(join(dataDir, 'files')) });
  await importing(exampleFolder);
  tenantId = (await unsafeFindTenant(app.database, 'key', 'gullhaven'))?.id ?? 0;
  db = app.database.forTenant(tenantId);
  customer = await signedIn('10021');
});
afterEach(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true });
});

const importing = (folder: string, ...options: string[]) =>
  runOperator(['import', folder, ...options], { database: app.testDatabase, dataDir });
const importMore = (files: Record<string, string | Buffer>) => importing(makeFolder(files), '--tenant', 'gullhaven');

async function signedIn(reference: string): Promise<SignedIn> {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'guid', 'site_id as siteId'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  return signedInCustomer(app, { id: tenantId, key: 'gullhaven', db }, account);
}

/** Announces Sandpiper's insurance, which then waits for its file. */
async function announceInsurance(): Promise<number> {
  const { id: boatId } = await db
    .selectFrom('boats')
    .select('id')
    .where('name', '=', 'Sandpiper')
    .executeTakeFirstOrThrow();
  const { id: documentTypeId } = await db
    .selectFrom('document_types')
    .select('id')
    .where('reference', '=', 'insurance')
    .executeTakeFirstOrThrow();
  const accountDocument = { documentTypeId, boatId, name: 'Cover', expiresOn: '2091-01-01' };
  const { body } = await customer.client.call(createDocument, {
    params: { guid: customer.account.guid },
    body: { accountDocument, supersedePreviousVersions: true },
  });
  return body.accountDocumentId;
}

const upload = (objectId: number) =>
  customer.client.request('POST', `/harbour/api/portal/account/${customer.account.guid}/file/new`, {
    body: bodyOf(
      uploadFile,
      { objectType: 'AccountDocument', objectId },
      new File([new Uint8Array(sampleFiles.pdf)], 'cover.pdf'),
    ),
  });

/** Stops everybody who takes the next number of a kind. @returns a function that lets them go on */
async function holdNumbers(name: string): Promise<() => Promise<void>> {
  const holder = new pg.Client(app.testDatabase.ownerUrl);
  await holder.connect();
  await holder.query(`begin; set local app.tenant_id = '${tenantId}'`);
  await holder.query('select from counters where name = $1 for update', [name]);
  let held = true;
  const letGo = async () => {
    if (held) await holder.end();
    held = false;
  };
  onTestFinished(letGo);
  return letGo;
}

const untilWaiting = (backends: number) =>
  expect
    .poll(
      async () => {
        const { rows } = await sql`
          select distinct pid from pg_locks
          where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(
          app.ownerDb,
        );
        return rows.length;
      },
      { timeout: 30_000 },
    )
    .toBe(backends);

test('a document is handed in while an import stores an account’s consents and then papers', async () => {
  const document = await announceInsurance();
  const letGo = await holdNumbers('agreement');
  const imported = importMore({
    'consents.csv': 'account,group,granted,given_at\n10021,storm,no,2026-03-04\n',
    'agreements.csv': 'reference,account,type,created_on,pdf\nA-2026-099,10022,Licence,2026-03-01,terms.pdf\n',
    'terms.pdf': sampleFiles.pdf,
  });
  await untilWaiting(1);
  const handedIn = upload(document);
  await untilWaiting(2);
  await letGo();
  expect(await imported).toMatchObject({ code: 0 });
  expect((await handedIn).status).toBe(200);
});

test('a document is handed in while an import changes the one that it takes the place of', async () => {
  const document = await announceInsurance();
  const letGo = await holdNumbers('account-document');
  const imported = importMore({
    'documents.csv': [
      'reference,account,type,boat,name,expires_on,created_on',
      'D-2026-107,10021,insurance,Sandpiper,Insurance 2026,2027-03-31,2026-03-25',
      'D-2024-090,10021,insurance,Sandpiper,Insurance 2024/25,2025-03-31,2024-03-20\n',
    ].join('\n'),
  });
  await untilWaiting(1);
  const handedIn = upload(document);
  await untilWaiting(2);
  await letGo();
  expect(await imported).toMatchObject({ code: 0 });
  expect((await handedIn).status).toBe(200);
  const versions = await db
    .selectFrom('account_documents')
    .select(['version', 'name', 'superseded_at'])
    .where('document_type_id', '=', (sub) =>
      sub.selectFrom('document_types').select('id').where('reference', '=', 'insurance'),
    )
    .orderBy('version')
    .execute();
  expect(versions.map(({ version, name, superseded_at: old }) => [version, name, old === null])).toEqual([
    [1, 'Insurance 2025/26', false],
    [2, 'Insurance 2026', false],
    [3, 'Insurance 2024/25', false],
    [4, 'Cover', true],
  ]);
});

describe('payments', () => {
  const orders = 'reference,account,type,created_on,due_on\n';
  const order = (reference: string, account: string) => `${reference},${account},Berth,2026-03-01,2026-03-02\n`;
  const lines = 'order,name,quantity,unit_price,vat_percent\n';
  const line = (reference: string, price: number) => `${reference},Berth,1,${price}.00,20\n`;
  const payments = 'reference,account,method,paid_on,amount,orders\n';

  beforeEach(async () => {
    app.clock.set(new Date().toISOString()); // the sandbox's pages live by the real time
    customer = await signedIn('10021');
    const { settings } = await registerRedirect(inject('sandbox'));
    const { siteId } = customer.account;
    await saveProvider(db, tenantId, { siteId, key: 'redirect', position: 1, settings });
    await importMore({
      'orders.csv': orders + order('X-1', '10021') + order('Y-1', '10021'),
      'order-lines.csv': lines + line('X-1', 100) + line('Y-1', 100),
    });
  });

  /** Opens the provider's page to pay an order of the customer. */
  async function payOnPage(reference: string, amount: number) {
    const { id } = await db
      .selectFrom('orders')
      .select('id')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
    const { client, account } = customer;
    return startOnPage({ client, accountGuid: account.guid, orderIds: [id], amount });
  }

  test('[PAID-8] a payment starts while an import changes its order’s amount and then records payments', async () => {
    const letGo = await holdNumbers('order');
    const imported = importMore({
      'orders.csv': orders + order('X-1', '10021') + order('N-1', '10022'),
      'order-lines.csv': lines + line('X-1', 120) + line('N-1', 50),
      'payments.csv': `${payments}OFF-1,10022,cash,2026-05-01,10.00,N-1\n`,
    });
    await untilWaiting(1);
    const started = payOnPage('X-1', 100);
    await untilWaiting(2);
    await letGo();
    expect(await imported).toMatchObject({ code: 0 });
    expect(await started).toMatchObject({ status: 409, body: { responseStatus: { errorCode: 'AMOUNT_CHANGED' } } });
  });

  test('[PAID-8] a payment starts while an import has recorded payments and goes on with documents', async () => {
    const letGo = await holdNumbers('account-document');
    const imported = importMore({
      'orders.csv': orders + order('N-1', '10022'),
      'order-lines.csv': lines + line('N-1', 50),
      'payments.csv': `${payments}OFF-1,10022,cash,2026-05-01,10.00,N-1\n`,
      'documents.csv': [
        'reference,account,type,boat,name,expires_on,created_on',
        'D-2024-090,10021,insurance,Sandpiper,Insurance 2024/25,2025-03-31,2024-03-20\n',
      ].join('\n'),
    });
    await untilWaiting(1);
    expect(await payOnPage('Y-1', 100)).toMatchObject({ status: 200 });
    await letGo();
    expect(await imported).toMatchObject({ code: 0 });
    const office = db.selectFrom('payments').select('allocated_minor').where('office_reference', '=', 'OFF-1');
    expect(await office.execute()).toEqual([{ allocated_minor: 1_000 }]);
  });
});
