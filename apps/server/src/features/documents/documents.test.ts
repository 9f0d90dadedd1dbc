import {
  allDocumentTypes,
  documentStatus,
  listDocuments,
  needsAttention,
} from '@quayside/contract/documents/documents.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAccount,
  makeTenant,
  sampleSite,
  type SignedIn,
  signedInCustomer,
} from '../../testing/factories/factories.ts';
import type { TestTenant } from '../../testing/factories/factories.ts';
import { makeBoat, type Owner } from '../../testing/factories/orders.ts';
import { makeDocument, makeDocumentType } from '../../testing/factories/papers.ts';

let app: TestApp;
let tenant: TestTenant;
let robin: SignedIn;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
});
// Uses a marina of its own, because all of its customers see its document types.
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  tenant = await makeTenant(app, { sites: [sampleSite(), sampleSite({ id: 2, timeZone: 'Pacific/Auckland' })] });
  robin = await signedInCustomer(app, tenant);
  owner = { tenantId: tenant.id, accountId: robin.account.id, siteId: robin.account.siteId };
});
afterAll(() => app.close());

const ask = ({ client, account }: SignedIn, promptInPortalOnly?: 'true' | 'false') =>
  client.call(listDocuments, {
    params: { guid: account.guid },
    query: promptInPortalOnly ? { promptInPortalOnly } : {},
  });
const typesOf = async (who = robin, prompt?: 'true') => allDocumentTypes((await ask(who, prompt)).body);

describe('access to documents', () => {
  test('[CALL-2] nobody without a session, and nobody of another account’s', async () => {
    expect((await ask({ ...robin, client: app.client(tenant.key) })).status).toBe(401);
    expect((await ask({ ...robin, account: await makeAccount(tenant) })).status).toBe(404);
  });

  test('no account reads documents of another one', async () => {
    const type = await makeDocumentType(tenant.db, tenant.id);
    const neighbour = await signedInCustomer(app, tenant);
    await makeDocument(tenant.db, { ...owner, accountId: neighbour.account.id }, type);
    expect((await typesOf())[0]).toMatchObject({ hasAccountDocument: false, accountDocumentId: 0 });
  });
});

describe('the documents that apply', () => {
  test('[CALL-2] is nothing where the marina wants nothing', async () => {
    expect((await ask(robin)).body).toEqual({
      accountDocumentAssociation: { documentTypes: [] },
      boatDocumentAssociations: [],
      hasAnyDocuments: false,
      hasInactiveDocuments: false,
    });
  });

  test('[CALL-2] is listed for the account and for each of its boats, with their names', async () => {
    const insurance = await makeDocumentType(tenant.db, tenant.id, { level: 'Boat', guidance: 'Third party, £3m.' });
    const identity = await makeDocumentType(tenant.db, tenant.id, { name: 'Identity', isExpiryRequired: false });
    const teal = await makeBoat(tenant.db, owner, 'Teal');
    const avocet = await makeBoat(tenant.db, owner, 'Avocet');
    const { id, fileGuid } = await makeDocument(tenant.db, owner, insurance, {
      boatId: teal,
      name: 'Pantaenius 2026.pdf',
      expiresOn: '2026-12-31',
    });
    const nothing = {
      hasExpired: false,
      expiresSoon: false,
      hasAccountDocument: false,
      accountDocumentName: null,
      accountDocumentId: 0,
      expiresOn: null,
      createdOn: null,
      fileReferenceGuid: null,
      review: null,
    };
    const ofBoats = {
      id: insurance,
      name: 'Proof of insurance',
      guidance: 'Third party, £3m.',
      isExpiryRequired: true,
      attachmentLevel: 'Boat',
    };
    expect((await ask(robin)).body).toEqual({
      accountDocumentAssociation: {
        documentTypes: [
          {
            ...nothing,
            id: identity,
            name: 'Identity',
            guidance: '',
            isExpiryRequired: false,
            attachmentLevel: 'Account',
            boat: null,
          },
        ],
      },
      boatDocumentAssociations: [
        {
          object: { id: avocet, name: 'Avocet' },
          documentTypes: [{ ...nothing, ...ofBoats, boat: { id: avocet, name: 'Avocet' } }],
        },
        {
          object: { id: teal, name: 'Teal' },
          documentTypes: [
            {
              ...ofBoats,
              boat: { id: teal, name: 'Teal' },
              expiresOn: '2026-12-31',
              hasExpired: false,
              expiresSoon: false,
              hasAccountDocument: true,
              accountDocumentName: 'Pantaenius 2026.pdf',
              accountDocumentId: id,
              createdOn: '2026-02-03T10:00:00.000Z',
              fileReferenceGuid: fileGuid,
              review: null,
            },
          ],
        },
      ],
      hasAnyDocuments: true,
      hasInactiveDocuments: true,
    });
  });

  test('is nothing for an account without boats where only boats are asked for', async () => {
    await makeDocumentType(tenant.db, tenant.id, { level: 'Boat' });
    expect((await ask(robin)).body).toMatchObject({ boatDocumentAssociations: [], hasAnyDocuments: false });
  });

  test('is neither another site’s nor what the marina asks for no longer', async () => {
    await makeDocumentType(tenant.db, tenant.id, { siteId: 2 });
    await makeDocumentType(tenant.db, tenant.id, { retiredAt: new Date('2026-01-01T00:00:00Z') });
    const here = await makeDocumentType(tenant.db, tenant.id, { siteId: 1 });
    expect((await typesOf()).map(({ id }) => id)).toEqual([here]);
  });

  test('[DASH-3] can be narrowed to what the marina prompts for', async () => {
    const documentType = await makeDocumentType(tenant.db, tenant.id);
    const other = await makeDocumentType(tenant.db, tenant.id, { promptInPortal: false });
    expect((await typesOf()).map(({ id }) => id)).toEqual([documentType, other]);
    expect((await typesOf(robin, 'true')).map(({ id }) => id)).toEqual([documentType]);
    await makeDocument(tenant.db, owner, documentType);
    expect((await ask(robin)).body.hasInactiveDocuments).toBe(true);
    expect((await ask(robin, 'true')).body.hasInactiveDocuments).toBe(false);
  });

  test('speaks the reader’s language, else the marina’s', async () => {
    await makeDocumentType(tenant.db, tenant.id, { guidance: 'Bring it along.' });
    const { body } = await robin.client.call(
      listDocuments,
      { params: { guid: robin.account.guid }, query: {} },
      { 'accept-language': 'fr-FR' },
    );
    expect(allDocumentTypes(body)[0]).toMatchObject({ name: 'Proof of insurance (fr)', guidance: 'Bring it along.' });
  });
});

describe('the document that counts', () => {
  test('[DOC-5] is the version that is stored and not superseded', async () => {
    const type = await makeDocumentType(tenant.db, tenant.id);
    const supersededAt = new Date('2026-02-01T00:00:00Z');
    await makeDocument(tenant.db, owner, type, { version: 1, name: 'old.pdf', supersededAt });
    const current = await makeDocument(tenant.db, owner, type, { version: 2, name: 'good.pdf' });
    await makeDocument(tenant.db, owner, type, { name: 'half-way.pdf', isPending: true });
    const [found, ...others] = await typesOf();
    expect(found).toMatchObject({ accountDocumentId: current.id, accountDocumentName: 'good.pdf' });
    expect(others).toEqual([]);
  });

  test('the database refuses two that count', async () => {
    const type = await makeDocumentType(tenant.db, tenant.id);
    await makeDocument(tenant.db, owner, type);
    await expect(makeDocument(tenant.db, owner, type, { version: 2 })).rejects.toThrow(/account_documents_current/);
  });

  test.each([
    ['2026-05-15T22:59:59Z', 1, 'active'],
    ['2026-05-16T22:59:59Z', 1, 'active'],
    ['2026-05-16T23:00:00Z', 1, 'expired'], // the day is over in London
    ['2026-05-16T11:59:59Z', 2, 'active'],
    ['2026-05-16T12:00:00Z', 2, 'expired'], // and earlier, in Auckland
  ])(
    '[DOC-5] is good through its last day at the account’s site: at %s at site %i it is %s',
    async (now, site, status) => {
      app.clock.set(now);
      const customer = await signedInCustomer(app, tenant, await makeAccount(tenant, { site_id: site }));
      const type = await makeDocumentType(tenant.db, tenant.id);
      const theirs = { ...owner, accountId: customer.account.id };
      await makeDocument(tenant.db, theirs, type, { expiresOn: '2026-05-16' });
      const [found] = await typesOf(customer);
      expect(found && documentStatus(found)).toBe(status);
    },
  );

  test.each([
    ['2026-05-15', false],
    ['2026-05-16', true],
    ['2026-06-15', true],
    ['2026-06-16', false],
  ])('[DOC-5] one good until %s expires soon: %s', async (expiresOn, expiresSoon) => {
    const type = await makeDocumentType(tenant.db, tenant.id);
    await makeDocument(tenant.db, owner, type, { expiresOn });
    expect((await typesOf())[0]).toMatchObject({ expiresSoon });
  });
});

test.each([
  [{ accountDocumentId: 0, hasExpired: false }, 'waiting', true],
  [{ accountDocumentId: 7, hasExpired: false }, 'active', false],
  [{ accountDocumentId: 7, hasExpired: true }, 'expired', true],
])('[DOC-5] %o is %s and needs attention: %s', (type, status, attention) => {
  expect(documentStatus(type)).toBe(status);
  expect(needsAttention(type)).toBe(attention);
});
