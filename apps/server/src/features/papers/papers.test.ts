import { downloadAgreement } from '@quayside/contract/agreements/agreement-papers.ts';
import { getEstimateDocument } from '@quayside/contract/orders/estimates.ts';
import { getInvoice } from '@quayside/contract/orders/invoices.ts';
import { getReceipt } from '@quayside/contract/payments/receipts.ts';
import { getHealth } from '@quayside/contract/portal/platform.ts';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeReadableAgreement } from '../../testing/factories/agreements.ts';
import { makeEstimate } from '../../testing/factories/estimates.ts';
import { makeTenant, type SignedIn, signedInCustomer, type TestTenant } from '../../testing/factories/factories.ts';
import { makeOrder, type Owner } from '../../testing/factories/orders.ts';
import { makePaidPayment } from '../../testing/factories/receipts.ts';
import { readPdf } from '../../testing/pdf.ts';
import type { LetterOrder } from './paper-order.types.ts';
import { makePaper } from './papers.service.ts';

let app: TestApp;
let tenant: TestTenant;
let robin: SignedIn;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app);
  robin = await signedInCustomer(app, tenant);
  owner = { tenantId: tenant.id, accountId: robin.account.id, siteId: robin.account.siteId };
});
afterAll(() => app.close());

async function paid(): Promise<number> {
  const { id } = await makeOrder(tenant.db, owner);
  return makePaidPayment(tenant.db, owner, { orders: [{ id, minor: 10_000 }] });
}

const receipt = (id: number, { client, account } = robin) =>
  client.call(getReceipt, { params: { id, accountGuid: account.guid } });

const counted = () => tenant.db.selectFrom('rate_limits').select('hits').where('bucket', 'like', 'papers:%').execute();

/** A letter of many lines, which takes a while. */
const longLetter = (rows: number, subject = 'Invoice'): LetterOrder => ({
  kind: 'invoice',
  letter: {
    subject,
    lead: 'All of the season',
    heading: subject,
    figure: null,
    notice: null,
    facts: [],
    table: {
      caption: 'Items',
      headings: { number: 'Order', description: 'For', boat: 'Boat', amount: 'Amount' },
      rows: Array.from({ length: rows }, (_, row) => ({
        number: String(row),
        description: 'Visitor berth with electricity and water',
        boat: 'Kittiwake',
        amount: '£100.00',
      })),
      total: { label: 'Total', amount: '£1.00' },
    },
    next: [],
    action: null,
  },
  sender: {
    name: 'Heron Marina',
    brand: { colour: '#00acec', onColour: '#000000', text: '#00647f' },
    logo: null,
    logoPicture: null,
    font: null,
    language: 'en-GB',
    office: { heading: '', name: 'Heron Marina', address: ['1 Quay'], telephone: '', email: '' },
    reason: '',
  },
  created: new Date('2026-05-16T09:00:00Z'),
  foot: 'Page {{page}} of {{pages}}',
});

test('[SAFE-3] a receipt is drawn once: twenty requests at once get the same bytes, and count as one', async () => {
  const id = await paid();
  const answers = await Promise.all(Array.from({ length: 20 }, () => receipt(id)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
  expect(answers[0]?.text.slice(0, 5)).toBe('%PDF-');
  expect(await counted()).toEqual([{ hits: 1 }]);
});

test('[SAFE-3] an account draws sixty papers in ten minutes, no more; existing ones don’t count', async () => {
  const [first, second, third] = [await paid(), await paid(), await paid()];
  expect((await receipt(first)).status).toBe(200);
  await tenant.db.updateTable('rate_limits').where('bucket', 'like', 'papers:%').set({ hits: 59 }).execute();
  expect((await receipt(second)).status).toBe(200);
  const refused = await receipt(third);
  expect([refused.status, refused.body.responseStatus?.errorCode]).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect([(await receipt(first)).status, (await receipt(second)).status]).toEqual([200, 200]);
  const neighbour = await signedInCustomer(app, tenant);
  const theirs = { tenantId: tenant.id, accountId: neighbour.account.id, siteId: neighbour.account.siteId };
  const { id: orderId } = await makeOrder(tenant.db, theirs);
  const id = await makePaidPayment(tenant.db, theirs, { orders: [{ id: orderId, minor: 10_000 }] });
  expect((await receipt(id, neighbour)).status).toBe(200);
  app.clock.advance({ minutes: 10 });
  expect((await receipt(third)).status).toBe(200);
});

test('[SAFE-3] the limit counts each kind of paper that is drawn', async () => {
  const marina = await makeTenant(app);
  const { client, account } = await signedInCustomer(app, marina);
  const { guid } = account;
  const theirs = { tenantId: marina.id, accountId: account.id, siteId: account.siteId };
  const order = await makeOrder(marina.db, theirs);
  const id = await makePaidPayment(marina.db, theirs, { orders: [{ id: order.id, minor: 10_000 }] });
  const estimateId = await makeEstimate(marina.db, theirs);
  const unpaid = await makeOrder(marina.db, theirs);
  const agreement = await makeReadableAgreement(marina.db, theirs);
  const papers = () => [
    client.call(getReceipt, { params: { id, accountGuid: guid } }),
    client.call(getEstimateDocument, { params: { guid, id: estimateId } }),
    client.call(getInvoice, { params: { orderGuid: unpaid.guid, accountGuid: guid } }),
    client.call(downloadAgreement, { params: { agreementGuid: agreement.guid }, query: {} }),
  ];
  const first = await makePaidPayment(marina.db, theirs, { orders: [], availableMinor: 10_000 });
  expect((await client.call(getReceipt, { params: { id: first, accountGuid: guid } })).status).toBe(200);
  const counter = marina.db.updateTable('rate_limits').where('bucket', 'like', 'papers:%');
  await counter.set({ hits: 60 }).execute();
  const refused = await Promise.all(papers());
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
  app.clock.advance({ minutes: 10 });
  const drawn = await Promise.all(papers());
  expect(drawn.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const counted = marina.db.selectFrom('rate_limits').select('hits').where('bucket', 'like', 'papers:%');
  expect(await counted.execute()).toEqual([{ hits: 4 }]);
});

test('the server answers while a paper is drawn', async () => {
  await makePaper(null, longLetter(1));
  let isDrawn = false;
  const drawing = makePaper(null, longLetter(1_500)).finally(() => (isDrawn = true));
  let answered = 0;
  while (!isDrawn) {
    expect((await app.client(tenant.key).get(apiBase + getHealth.path)).status).toBe(200);
    if (!isDrawn) answered++;
  }
  expect((await drawing).subarray(0, 5).toString()).toBe('%PDF-');
  // If it were drawn on the event loop, only one or two answers would have come.
  expect(answered).toBeGreaterThan(10);
});

test('a paper that can’t be drawn fails alone, and the next paper is drawn', async () => {
  const broken = { ...longLetter(1, 'Broken'), letter: null } as never;
  await expect(makePaper(null, broken)).rejects.toThrow('a paper was not drawn');
  expect((await makePaper(null, longLetter(2))).subarray(0, 5).toString()).toBe('%PDF-');
});

test('the foot of each page has its number', async () => {
  const { text } = await readPdf(await makePaper(null, longLetter(60)));
  const pages = /Page 1 of (\d+)/.exec(text)?.[1];
  expect(Number(pages)).toBeGreaterThan(1);
  expect(text).toContain(`Page ${pages} of ${pages}`);
});

test('the total of a paper never stands alone on a sheet', async () => {
  const lengths = Array.from({ length: 16 }, (_, index) => 6 + index);
  const texts = await Promise.all(
    lengths.map(async (rows) => (await readPdf(await makePaper(null, longLetter(rows)))).text),
  );
  const [pages, sheetsWithTotal] = [
    texts.map((text) => Number(/Page 1 of (\d+)/.exec(text)?.[1])),
    texts.map((text) => text.split(/Page \d+ of \d+/).find((sheet) => sheet.includes('Total £1.00'))),
  ];
  expect(new Set(pages).size).toBeGreaterThan(1);
  for (const sheet of sheetsWithTotal) expect(sheet).toContain('Visitor berth');
});

test('[MONEY-69] an office with a long address stands above all that its paper says, also above a notice', async () => {
  const { letter, sender, ...paper } = longLetter(1);
  const address = ['Harbour House', '12 Saltern Quay', 'Old Town', 'Lymington', 'Hampshire', 'SO41 0QX', 'England'];
  const office = { heading: '', name: 'Heron Marina', address, telephone: '01632', email: 'office@heron.example' };
  const content = await makePaper(null, {
    ...paper,
    letter: { ...letter, notice: 'Noticed' },
    sender: { ...sender, office },
  });
  const { words } = await readPdf(content);
  const lowest = words.find(({ text }) => text === 'office@heron.example');
  const notice = words.find(({ text }) => text === 'Noticed');
  expect((notice?.top ?? 0) - (lowest?.bottom ?? Number.NaN)).toBeGreaterThan(16);
});
