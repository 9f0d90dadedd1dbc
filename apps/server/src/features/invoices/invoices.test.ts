import { emailInvoice, getInvoice } from '@quayside/contract/orders/invoices.ts';
import { getOrder } from '@quayside/contract/orders/orders.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeAccount,
  makeTenant,
  sampleSettings,
  type SignedIn,
  signedInCustomer,
  type TestAccount,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { makeOrder, type OrderInput, type Owner } from '../../testing/factories/orders.ts';
import { jobContextOf } from '../../testing/jobs.ts';
import { type MailApp, startMailApp } from '../../testing/mail-app.ts';
import { TestMailbox } from '../../testing/mailbox.ts';
import { readPdf } from '../../testing/pdf.ts';
import { issueInvoices } from './issue-invoices.service.ts';

const mailbox = new TestMailbox();
let app: MailApp;

beforeAll(async () => {
  app = await startMailApp(mailbox);
});
afterAll(() => app.close());

/** Makes a marina that issues invoices itself from 2026 on. */
const newMarina = (settings: Parameters<typeof sampleSettings>[0] = {}) =>
  makeTenant(app, {
    name: 'Saltmarsh Marina',
    hosts: [`${randomUUID()}.localhost`],
    settings: sampleSettings({
      taxNumber: 'GB 000 0000 00',
      invoices: { automaticFrom: '2026-01-01', numberPrefix: 'SM-' },
      ...settings,
    }),
  });

interface Reader {
  marina: TestTenant;
  customer: SignedIn;
  owner: Owner;
}

async function newReader(marina: TestTenant, overrides: Parameters<typeof makeAccount>[1] = {}): Promise<Reader> {
  const account: TestAccount = await makeAccount(marina, {
    title: 'Ms',
    firstname: 'Jo',
    lastname: 'Sailor',
    address1: '8 Captains Row',
    town: 'Lymington',
    postcode: 'SO41 9QX',
    country_code: 'GB',
    email: 'jo@example.com',
    ...overrides,
  });
  const customer = await signedInCustomer(app, marina, account);
  return { marina, customer, owner: { tenantId: marina.id, accountId: account.id, siteId: 1 } };
}

const order = ({ marina, owner }: Reader, overrides: OrderInput = {}) =>
  makeOrder(marina.db, owner, { taxPointDate: '2026-05-01', ...overrides });
const issue = async ({ id }: TestTenant) => issueInvoices(await jobContextOf(app, id));
const open = ({ customer: { client, account } }: Reader, orderGuid: string, headers: Record<string, string> = {}) =>
  client.call(getInvoice, { params: { orderGuid, accountGuid: account.guid } }, headers);
const invoiceOf = async ({ customer: { client, account } }: Reader, id: number) =>
  (await client.call(getOrder, { params: { guid: account.guid, id } })).body.order.invoice;
const mail = ({ customer: { client, account } }: Reader, orderGuid: string, email?: string) =>
  client.call(emailInvoice, {
    params: { guid: orderGuid },
    body: { accountGuid: account.guid, orderGuid, ...(email && { email }) },
  });

const lines = [
  {
    name: 'Annual berth',
    quantity: '11.35',
    unit: 'm',
    grossUnitMinor: 46_500,
    vatPercent: 20,
    boatName: 'Kittiwake',
    location: 'B 12',
    startDate: '2026-04-01',
    departureDate: '2027-03-31',
  },
  { name: 'Almanac', quantity: '2', grossUnitMinor: 1_050, vatPercent: 5 },
];

test('[ORD-7] another customer’s order is not found, opened or mailed, nor one of another marina', async () => {
  const jo = await newReader(await newMarina());
  const { guid } = await order(jo);
  for (const other of [await newReader(jo.marina), await newReader(await newMarina())]) {
    expect((await open(other, guid)).status).toBe(404);
    expect((await mail(other, guid)).status).toBe(404);
  }
  const { client, account } = jo.customer;
  const body = { accountGuid: account.guid, orderGuid: guid };
  expect((await client.call(emailInvoice, { params: { guid: randomUUID() }, body })).status).toBe(404);
});

test('[ORD-7] before it is issued the paper is the order’s, in the reader’s language, not an invoice', async () => {
  const jo = await newReader(await newMarina());
  const { id, guid } = await order(jo, { lines, taxPointDate: '2027-01-01' });
  expect(await issue(jo.marina)).toBe(0);
  const { text, facts } = await readPdf((await open(jo, guid)).bytes);
  expect(text).toContain(`Order ${id} (pro forma)`);
  expect(text).toContain('This is not an invoice. The invoice follows.');
  expect(facts).toMatchObject({ Tagged: 'yes', Title: `Order ${id} from Saltmarsh Marina (pro forma)` });
  const french = await readPdf((await open(jo, guid, { 'accept-language': 'fr-FR' })).bytes);
  expect(french.text).toContain('Ceci n’est pas une facture.');
  expect(await invoiceOf(jo, id)).toBeNull();
});

test('[ORD-7] an invoice has number, days, names, lines and the tax of each rate, and keeps its bytes', async () => {
  const jo = await newReader(await newMarina());
  const { id, guid } = await order(jo, { lines });
  expect(await issue(jo.marina)).toBe(1);
  expect(await invoiceOf(jo, id)).toEqual({ number: 'SM-000001', issuedOn: '2026-05-16' });
  const answer = await open(jo, guid, { 'accept-language': 'fr-FR' });
  expect(answer.headers.get('content-disposition')).toContain('inline; filename="Invoice SM-000001.pdf"');
  const { text, structure } = await readPdf(answer.bytes);
  for (const part of [
    'Invoice SM-000001',
    'Saltmarsh Marina invoices Ms Jo Sailor for £5,298.75.',
    'Invoice date Tax point Payment due 16 May 2026 01 May 2026 01 May 2026',
    'Billed to Order Before tax Ms Jo Sailor, 8 Captains',
    'Row, Lymington, SO41 9QX, United Kingdom',
    'VAT at 20% of £4,398.12',
    'VAT at 5% of £20.00',
    'GB 000 0000 00',
    '11.35 m Annual berth, B 12, 01 Apr 2026 – 31 Mar Kittiwake £5,277.75',
    '2027, £465.00 per m',
    '2 Almanac, £10.50 each £21.00',
    'Total £5,298.75',
  ])
    expect(text.replace(/\s+/g, ' ')).toContain(part);
  expect(structure).toContain('Table');
  await jo.marina.db.updateTable('accounts').set({ lastname: 'Else' }).where('id', '=', jo.owner.accountId).execute();
  expect((await open(jo, guid)).bytes.equals(answer.bytes)).toBe(true);
});

test('[ORD-7] the series has no holes, follows the tax points, and skips the office’s numbers', async () => {
  const jo = await newReader(await newMarina());
  const second = await order(jo, { taxPointDate: '2026-04-02' });
  const first = await order(jo, { taxPointDate: '2026-04-01' });
  const credit = await order(jo, { taxPointDate: '2026-04-03', grossMinor: -2_000 });
  const never = [
    await order(jo, { taxPointDate: '2025-12-31' }),
    await order(jo, { grossMinor: 0 }),
    await order(jo, { cancelledAt: new Date('2026-05-02T09:00:00Z') }),
  ];
  const given = await order(jo);
  await jo.marina.db
    .updateTable('orders')
    .set({ invoice_number: 'SM-000002', invoiced_on: '2026-05-01' })
    .where('tenant_id', '=', jo.marina.id)
    .where('id', '=', given.id)
    .execute();
  // Two copies of the server at once, and then again: no order gets two numbers.
  const issued = await Promise.all([issue(jo.marina), issue(jo.marina)]);
  expect(issued.toSorted((one, other) => one - other)).toEqual([0, 3]);
  expect(await issue(jo.marina)).toBe(0);
  const numbers = [first, second, credit].map(({ id }) => invoiceOf(jo, id).then((invoice) => invoice?.number));
  expect(await Promise.all(numbers)).toEqual(['SM-000001', 'SM-000003', 'SM-000004']);
  for (const { id } of never) expect(await invoiceOf(jo, id)).toBeNull();
  const { text } = await readPdf((await open(jo, credit.guid)).bytes);
  expect(text).toContain('Credit note SM-000004');
  expect(text).toContain('-£20.00');
});

test('[ORD-7] an order paid before its tax point is invoiced on that day, unless the office invoices', async () => {
  const jo = await newReader(await newMarina());
  const ahead = await order(jo, { taxPointDate: '2026-12-01', allocatedMinor: 100 });
  await order(jo, { taxPointDate: '2026-12-01' });
  expect(await issue(jo.marina)).toBe(1);
  expect((await invoiceOf(jo, ahead.id))?.number).toBe('SM-000001');
  const quiet = await newReader(await newMarina({ invoices: { automaticFrom: null, numberPrefix: '' } }));
  await order(quiet);
  expect(await issue(quiet.marina)).toBe(0);
});

test('[ORD-7] an invoice is issued in the account’s language, also if ten others open it first at once', async () => {
  const luc = await newReader(await newMarina());
  await luc.marina.db.updateTable('logins').set({ language: 'fr-FR' }).where('tenant_id', '=', luc.marina.id).execute();
  const { id, guid } = await order(luc);
  // Numbered by the office's file, so no paper is stored yet.
  await luc.marina.db
    .updateTable('orders')
    .set({ invoice_number: 'F/2026/17', invoiced_on: '2026-05-01' })
    .where('tenant_id', '=', luc.marina.id)
    .where('id', '=', id)
    .execute();
  const opened = await Promise.all(Array.from({ length: 10 }, () => open(luc, guid, { 'accept-language': 'en-GB' })));
  expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]));
  const [first] = opened;
  expect(opened.every(({ bytes }) => bytes.equals(first?.bytes ?? Buffer.alloc(0)))).toBe(true);
  expect((await readPdf(first?.bytes ?? Buffer.alloc(0))).text).toContain('Facture F/2026/17');
  // The number is no path.
  const files = luc.marina.db.selectFrom('files').select('name').where('tenant_id', '=', luc.marina.id);
  expect(await files.execute()).toEqual([{ name: 'Facture F-2026-17.pdf' }]);
});

test('[ORD-7] the mail brings the same PDF, to the account’s address or to another, five times an hour', async () => {
  const jo = await newReader(await newMarina(), { email: 'jo.invoices@example.com' });
  const { id, guid } = await order(jo);
  await issue(jo.marina);
  expect((await mail(jo, guid)).body).toEqual({ emailQueued: true, maskedEmail: 'j***@example.com' });
  const arrived = await mailbox.mailTo('jo.invoices@example.com');
  expect(arrived.subject).toBe('Invoice SM-000001 from Saltmarsh Marina');
  expect(arrived.text).toContain('The invoice is attached as a PDF.');
  expect(arrived.text).toContain(`/secure/account/order/${id}`);
  const attached = Buffer.from(arrived.attachments[0]?.content as ArrayBuffer);
  expect(attached.equals((await open(jo, guid)).bytes)).toBe(true);
  expect(arrived.attachments[0]?.filename).toBe('Invoice SM-000001.pdf');
  for (let time = 2; time <= 5; time += 1) expect((await mail(jo, guid, 'boss@example.com')).status).toBe(200);
  expect((await mail(jo, guid)).status).toBe(429);
  await mailbox.mailTo('boss@example.com');
  const nameless = await newReader(jo.marina, { email: '' });
  const other = await order(nameless);
  const { body } = await mail(nameless, other.guid);
  expect(body.responseStatus?.errorCode).toBe('NO_ACCOUNT_EMAIL');
});

test('[ORD-7] an invoice names the day when it is due, the marina’s terms, and how else to pay', async () => {
  const invoices = {
    automaticFrom: '2026-01-01',
    numberPrefix: 'SM-',
    terms: { 'en-GB': 'Payable within 14 days.' },
    howToPay: { 'en-GB': 'Or by bank transfer to GB00 TEST 0000.', 'fr-FR': 'Ou par virement.' },
  };
  const reader = await newReader(await newMarina({ invoices }));
  const { guid } = await order(reader);
  expect((await readPdf((await open(reader, guid)).bytes)).text).not.toContain('Payment due');
  await issue(reader.marina);
  const { text } = await readPdf((await open(reader, guid)).bytes);
  expect(text).toContain('Payment due');
  expect(text).toContain('01 May 2026');
  expect(text).toContain('Payable within 14 days.');
  expect(text).toContain('Or by bank transfer to GB00 TEST 0000.');
});
