import {
  getAgreementAccount,
  getUnsignedAgreement,
  signAgreement,
} from '@quayside/contract/agreements/agreement-signing.ts';
import { countUnsignedAgreements, getSignedAgreement } from '@quayside/contract/agreements/agreements.ts';
import { listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditOf } from '../../../testing/audit.ts';
import { changeDeclaration, makeReadableAgreement, signatureImage } from '../../../testing/factories/agreements.ts';
import {
  makeAccount,
  makeTenant,
  sampleSite,
  type SignedIn,
  signedInCustomer,
  type TestTenant,
} from '../../../testing/factories/factories.ts';
import { makeAgreement, makeOrder, type Owner } from '../../../testing/factories/orders.ts';
import type { HttpClient } from '../../../testing/http-client.ts';
import { type MailApp, startMailApp } from '../../../testing/mail-app.ts';
import { TestMailbox } from '../../../testing/mailbox.ts';
import { lockAgreement } from './sign-agreement.queries.ts';

const mailbox = new TestMailbox();
let app: MailApp;
let tenant: TestTenant;
let robin: SignedIn;
let owner: Owner;
let passerBy: HttpClient;

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

beforeAll(async () => {
  app = await startMailApp(mailbox);
  const sites = [sampleSite(), sampleSite({ id: 2, name: 'North Basin' })];
  tenant = await makeTenant(app, { key: 'saltmarsh', hosts: ['saltmarsh.localhost'], sites });
});
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  const account = await makeAccount(tenant, { title: 'Ms', firstname: 'Robin', lastname: 'Test' });
  robin = await signedInCustomer(app, tenant, account);
  owner = { tenantId: tenant.id, accountId: account.id, siteId: account.siteId };
  passerBy = app.client('saltmarsh');
});
afterAll(() => app.close());

const submitOf = (guid: string, changes: Record<string, unknown> = {}) =>
  ({
    body: { guid, signature: signatureImage(), fullName: 'Robin Test', email: 'robin.test@example.com', ...changes },
  }) as never;
const sign = (client: HttpClient, guid: string, changes = {}, headers = {}) =>
  client.call(signAgreement, submitOf(guid, changes), { 'user-agent': firefox, ...headers });
const read = (client: HttpClient, guid: string) => client.call(getUnsignedAgreement, { params: { guid } });
/** Returns the hash of what the signer reads. */
const shown = async (guid: string) => (await read(passerBy, guid)).body.agreement.documentHash;
const codeOf = ({ status, body }: { status: number; body: { responseStatus?: { errorCode: string } | undefined } }) => [
  status,
  body.responseStatus?.errorCode,
];
const eventsOf = async (guid: string) => (await auditOf(tenant)).filter(({ subject }) => subject?.id === guid);

describe('reading what is to be signed', () => {
  test('[AGR-8] the link of a letter opens the text, whose it is and where; of the address only a hint', async () => {
    const { guid } = await makeReadableAgreement(tenant.db, owner, {
      startDate: '2026-06-01',
      endDate: '2027-05-31',
    });
    await makeOrder(tenant.db, owner, { agreementId: 1 });
    const { body, text } = await read(passerBy, guid.toUpperCase());
    expect(body).toEqual({
      agreement: {
        guid,
        type: 'Berthing agreement',
        startDate: '2026-06-01',
        endDate: '2027-05-31',
        isSigned: false,
        signatureRequired: true,
        createdOn: '2026-01-05T10:00:00.000Z',
        captureTime: null,
        associations: [],
        declarationText: expect.stringContaining('<b>tidy</b>'),
        documentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        fileReferences: [],
      },
      account: {
        guid: robin.account.guid,
        email: null,
        maskedEmail: 'r***@example.com',
        titledFullName: 'Ms Robin Test',
        isNameWhole: true,
        registeredForPortal: true,
      },
      site: { name: expect.any(String), address: expect.any(String), telephone: expect.stringMatching(/\d/) },
    });
    expect(text).not.toContain('robin.test@');
    expect(body.site.address).not.toContain('\n');
  });

  test('[AGR-8] one that an import holds is read at once, and the next view notes the first', async () => {
    const { guid, id } = await makeReadableAgreement(tenant.db, owner);
    const viewedAt = () =>
      tenant.db.selectFrom('agreements').select('first_viewed_at as at').where('id', '=', id).executeTakeFirst();
    await tenant.db.transaction().execute(async (trx) => {
      await lockAgreement(trx, tenant.id, id);
      expect((await read(passerBy, guid)).status).toBe(200);
    });
    expect(await viewedAt()).toEqual({ at: null });
    expect((await read(passerBy, guid)).status).toBe(200);
    expect(await viewedAt()).toEqual({ at: new Date('2026-05-16T09:00:00Z') });
    expect((await eventsOf(guid)).map(({ event }) => event)).toEqual(['agreement.viewed']);
  });

  test('[AGR-8] the account’s guid fills in the form for a visitor who has the agreement’s guid too', async () => {
    const { guid } = await makeReadableAgreement(tenant.db, owner);
    const account = (of: string, agreement = guid) =>
      passerBy.call(getAgreementAccount, { params: { guid: of }, query: { agreement } });
    expect((await account(robin.account.guid)).body.account).toMatchObject({
      titledFullName: 'Ms Robin Test',
      email: null,
      maskedEmail: 'r***@example.com',
    });
    const neighbour = await makeAccount(tenant);
    expect(codeOf(await account(neighbour.guid))).toEqual([404, 'NOT_FOUND']);
  });

  test('[AGR-3] its owner reads the whole address and the orders that depend on it', async () => {
    const { guid, id } = await makeReadableAgreement(tenant.db, owner);
    const order = await makeOrder(tenant.db, owner, { agreementId: id });
    const { body } = await read(robin.client, guid);
    expect(body.account.email).toBe('robin.test@example.com');
    expect(body.agreement.associations).toEqual([{ id: order.id }]);
  });

  test('[AGR-9] it is seen for the first time once, and that is recorded', async () => {
    const { guid } = await makeReadableAgreement(tenant.db, owner);
    await Promise.all([read(passerBy, guid), read(robin.client, guid), read(robin.client, guid)]);
    expect(await eventsOf(guid)).toMatchObject([{ event: 'agreement.viewed', accountId: robin.account.id }]);
  });

  test.each([
    ['withdrawn', { withdrawnAt: new Date('2026-05-15T10:00:00Z') }, 'AGREEMENT_WITHDRAWN'],
    ['after its last day at the site', { signBy: '2026-05-15' }, 'AGREEMENT_EXPIRED'],
  ])('[AGR-7] %s: neither read nor signed, and recorded', async (_what, overrides, code) => {
    const { guid } = await makeReadableAgreement(tenant.db, owner, overrides);
    expect(codeOf(await read(passerBy, guid))).toEqual([409, code]);
    expect(codeOf(await sign(robin.client, guid))).toEqual([409, code]);
    expect(await eventsOf(guid)).toMatchObject([
      { event: 'agreement.refused', details: { reason: code } },
      { event: 'agreement.refused', details: { reason: code } },
    ]);
  });

  test('[AGR-7] on its last day, until the site’s midnight, it is signed', async () => {
    const { guid } = await makeReadableAgreement(tenant.db, owner, { signBy: '2026-05-16' });
    app.clock.set('2026-05-16T22:59:59Z'); // London is an hour ahead
    expect((await sign(robin.client, guid)).status).toBe(200);
  });
});

describe('signing', () => {
  test('[AGR-9] [SHELL-6] the server itself records what was signed, by whom, when and from where', async () => {
    const { guid, id, documentHash } = await makeReadableAgreement(tenant.db, owner);
    const order = await makeOrder(tenant.db, owner, { agreementId: id });
    const image = signatureImage();
    const answer = await sign(robin.client, guid, {
      documentHash: await shown(guid),
      signature: image,
      method: 'typed',
    });
    expect(answer.body.agreement).toMatchObject({
      guid,
      isSigned: true,
      captureTime: '2026-05-16T09:00:00.000Z',
      fullName: 'Robin Test',
      email: 'robin.test@example.com',
      associations: [{ id: order.id }],
    });
    const { body } = await robin.client.call(getSignedAgreement, { params: { guid } });
    expect(body.agreement).toMatchObject({
      declarationText: expect.stringContaining('<b>tidy</b>'),
      documentHash,
      fullName: 'Robin Test',
      email: 'robin.test@example.com',
      signature: image,
      method: 'typed',
      ipAddress: '127.0.0.1',
      browser: 'Firefox 140.0',
      os: 'Windows 10',
      userAgent: firefox,
      hardAgreementUploaded: false,
      signerAccount: { guid: robin.account.guid, titledFullName: 'Ms Robin Test' },
    });
    const { account, client } = robin;
    const count = await client.call(countUnsignedAgreements, { params: { accountGuid: account.guid } });
    expect(count.body.numberOfUnsignedAgreements).toBe(0);
    const { orders } = (await client.call(listOutstandingOrders, { params: { guid: account.guid } })).body;
    expect(orders[0]?.agreement?.isSigned).toBe(true);
    expect((await eventsOf(guid)).at(-1)).toMatchObject({
      event: 'agreement.signed',
      actor: { kind: 'customer', loginId: robin.loginId },
      accountId: account.id,
      ip: '127.0.0.1',
      userAgent: firefox,
      details: {
        documentHash,
        type: 'Berthing agreement',
        startDate: null,
        endDate: null,
        site: expect.any(String),
        method: 'typed',
        signatureHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
  });

  test('[AGR-8] the holder of the link signs without a session, and reads only what they wrote', async () => {
    const { guid, id } = await makeReadableAgreement(tenant.db, owner);
    await makeOrder(tenant.db, owner, { agreementId: id });
    const answer = await sign(passerBy, guid);
    expect(answer.body.agreement).toMatchObject({ isSigned: true, associations: [] });
    expect(answer.headers.get('set-cookie')).toMatch(
      new RegExp(`^quayside_signer=[\\w-]{43}; Max-Age=3600; Path=/harbour/api/agreement/${guid}/download; HttpOnly`),
    );
    expect((await read(passerBy, guid)).body.agreement).toMatchObject({ isSigned: true, declarationText: null });
    expect((await eventsOf(guid))[0]).toMatchObject({ event: 'agreement.signed', actor: { kind: 'visitor' } });
  });

  test('[AGR-9] a hundred submits at once sign once', async () => {
    const { guid, id } = await makeReadableAgreement(tenant.db, owner);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        sign(index % 2 ? robin.client : passerBy, guid, { fullName: `Robin Test ${index}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map((each) => String(codeOf(each))))).toEqual(
      new Set(['409,ALREADY_SIGNED']),
    );
    const signatures = await tenant.db
      .selectFrom('agreement_signatures')
      .select('full_name')
      .where('agreement_id', '=', id)
      .execute();
    expect(signatures).toHaveLength(1);
    expect((await eventsOf(guid)).filter(({ event }) => event === 'agreement.signed')).toHaveLength(1);
  });

  test('[AGR-9] the same submit again is answered alike; another one, or by anybody else, is refused', async () => {
    const { guid } = await makeReadableAgreement(tenant.db, owner);
    const mine = { 'idempotency-key': 'submit-1' };
    const both = await Promise.all([sign(robin.client, guid, {}, mine), sign(robin.client, guid, {}, mine)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0].body).toEqual(both[1].body);
    expect(codeOf(await sign(robin.client, guid))).toEqual([409, 'ALREADY_SIGNED']);
    expect(codeOf(await sign(robin.client, guid, {}, { 'idempotency-key': 'submit-2' }))).toEqual([
      409,
      'ALREADY_SIGNED',
    ]);
    expect(codeOf(await sign(robin.client, guid, { fullName: 'Somebody Else' }, mine))).toEqual([
      422,
      'IDEMPOTENCY_KEY_REUSED',
    ]);
  });

  test('[AGR-9] the answer has the stored time of a signature that had to wait', async () => {
    const { guid, id } = await makeReadableAgreement(tenant.db, owner);
    const { running } = await tenant.db.transaction().execute(async (trx) => {
      await lockAgreement(trx, tenant.id, id);
      const waiting = sign(robin.client, guid);
      await expect.poll(() => isWaitedFor(trx), { timeout: 20_000 }).toBe(true);
      app.clock.advance({ seconds: 5 });
      return { running: waiting };
    });
    const captureTime = '2026-05-16T09:00:05.000Z';
    expect((await running).body.agreement).toMatchObject({ isSigned: true, captureTime });
    const { body } = await robin.client.call(getSignedAgreement, { params: { guid } });
    expect(body.agreement.captureTime).toBe(captureTime);
  });

  test('[AGR-4] a text that changed since it was read is refused, and can be signed after a new reading', async () => {
    const { guid, id } = await makeReadableAgreement(tenant.db, owner);
    const documentHash = await shown(guid);
    await changeDeclaration(tenant.db, tenant.id, id, '<p>Twice the price.</p>');
    expect(codeOf(await sign(robin.client, guid, { documentHash }))).toEqual([409, 'AGREEMENT_CHANGED']);
    const { agreement } = (await read(robin.client, guid)).body;
    expect(agreement).toMatchObject({ declarationText: '<p>Twice the price.</p>' });
    expect((await sign(robin.client, guid, { documentHash: agreement.documentHash })).status).toBe(200);
  });

  test.each([
    ['type', { type: 'Ten-year licence' }],
    ['start', { start_date: '2026-01-01' }],
    ['end', { end_date: '2036-05-31' }],
    ['site', { site_id: 2 }],
  ])('[AGR-4] an agreement with another %s than was shown is not signed', async (_, change) => {
    const { guid, id } = await makeReadableAgreement(tenant.db, owner, { endDate: '2027-05-31' });
    const documentHash = await shown(guid);
    const changed = tenant.db.updateTable('agreements').set(change);
    await changed.where('tenant_id', '=', tenant.id).where('id', '=', id).execute();
    expect(codeOf(await sign(robin.client, guid, { documentHash }))).toEqual([409, 'AGREEMENT_CHANGED']);
    expect((await sign(robin.client, guid, { documentHash: await shown(guid) })).status).toBe(200);
  });

  test('[AGR-4] one without a text has a hash too; a page that was opened before it had reads again', async () => {
    const { guid } = await makeAgreement(tenant.db, owner);
    for (const documentHash of ['a'.repeat(64), null])
      expect(codeOf(await sign(passerBy, guid, { documentHash }))).toEqual([409, 'AGREEMENT_CHANGED']);
    expect((await sign(passerBy, guid, { documentHash: await shown(guid) })).status).toBe(200);
  });

  test.each<[what: string, changes: Record<string, unknown>, code: string]>([
    ['nothing drawn', { signature: signatureImage({ reach: 0 }) }, 'SIGNATURE_TOO_SHORT'],
    ['a dot', { signature: signatureImage({ reach: 10 }) }, 'SIGNATURE_TOO_SHORT'],
    ['no image', { signature: 'data:image/png;base64,AAAA' }, 'SIGNATURE_UNUSABLE'],
    ['SVG', { signature: 'data:image/svg+xml;base64,PHN2Zy8+' }, 'SIGNATURE_UNUSABLE'],
    ['an address', { signature: 'https://evil.example.com/x.png' }, 'SIGNATURE_UNUSABLE'],
    ['a wall', { signature: signatureImage({ width: 2_001, height: 10 }) }, 'SIGNATURE_UNUSABLE'],
    ['half a PNG', { signature: signatureImage().slice(0, 200) }, 'SIGNATURE_UNUSABLE'],
    ['a size that lies', { signature: lyingSize() }, 'SIGNATURE_UNUSABLE'],
    ['no name', { fullName: ' ' }, 'INVALID_REQUEST'],
    ['no address', { email: 'robin' }, 'INVALID_REQUEST'],
    ['another address', { email: 'jo@example.com' }, 'SIGNER_EMAIL_UNKNOWN'],
    ['another way', { method: 'spoken' }, 'INVALID_REQUEST'],
  ])('[AGR-6] %s signs nothing', async (_what, changes, code) => {
    const { guid } = await makeReadableAgreement(tenant.db, owner);
    expect(codeOf(await sign(robin.client, guid, changes))).toEqual([400, code]);
    expect((await read(robin.client, guid)).body.agreement.isSigned).toBe(false);
    expect((await eventsOf(guid)).map(({ event }) => event)).toEqual(['agreement.viewed']);
  });

  test('[SAFE-99] the picture of somebody whose address is unknown is not unpacked', async () => {
    const { guid } = await makeReadableAgreement(tenant.db, owner);
    const changes = { email: 'jo@example.com', signature: lyingSize() };
    expect(codeOf(await sign(robin.client, guid, changes))).toEqual([400, 'SIGNER_EMAIL_UNKNOWN']);
  });

  test('[SAFE-5] neither name, address nor signature is in the log', async () => {
    const { guid } = await makeReadableAgreement(tenant.db, owner);
    await sign(passerBy, guid, { fullName: 'Wilhelmina Uniquename' });
    expect(app.logs()).toContain('seal-agreement');
    expect(app.logs()).not.toMatch(/Uniquename|robin\.test@|base64/);
  });
});

/** Tells if another connection waits for a lock that this transaction has. */
async function isWaitedFor(trx: TestTenant['db']): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(trx);
  return rows.length > 0;
}

/** Makes a PNG that claims a pad's size and unpacks to much more. */
function lyingSize(): string {
  const [head = '', base64 = ''] = signatureImage({ width: 1_900, height: 1_400 }).split(',');
  const content = Buffer.from(base64, 'base64');
  content.writeUInt32BE(20, 16);
  return `${head},${content.toString('base64')}`;
}
