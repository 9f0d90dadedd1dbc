import { emailEstimate, getEstimateDocument } from '@quayside/contract/orders/estimates.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { estimateLine, makeEstimate } from '../../testing/factories/estimates.ts';
import {
  makeAccount,
  makeTenant,
  sampleSettings,
  type SignedIn,
  signedInCustomer,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { makeOrder } from '../../testing/factories/orders.ts';
import { type MailApp, startMailApp } from '../../testing/mail-app.ts';
import { TestMailbox } from '../../testing/mailbox.ts';
import { readPdf } from '../../testing/pdf.ts';
import type { NewEstimate } from './new-estimates.service.ts';

const mailbox = new TestMailbox();
let app: MailApp;
let tenant: TestTenant;

beforeAll(async () => {
  app = await startMailApp(mailbox);
  tenant = await makeTenant(app, {
    name: 'Saltmarsh Marina',
    hosts: ['saltmarsh.localhost'],
    settings: sampleSettings({ taxNumber: 'GB 000 0000 00' }),
  });
});
afterAll(() => app.close());

const lines = [
  estimateLine({ quantity: '11.35', grossUnitMinor: 46_500 }),
  estimateLine({ tariffName: 'Électricité', grossUnitMinor: 15_000, boatName: null, boatLength: null }),
];

/** Makes a customer with an estimate for £5,427.75. */
async function somebody(email: string, overrides: Partial<NewEstimate> = {}, of = tenant) {
  const account = await makeAccount(of, { title: 'Ms', firstname: 'Jo', lastname: 'Sailor', email });
  const owner = { tenantId: of.id, accountId: account.id, siteId: 1 };
  const made = { expiresOn: '2026-06-30', lines, ...overrides };
  const id = await makeEstimate(of.db, owner, made);
  return { ...(await signedInCustomer(app, of, account)), id, owner };
}

const open = ({ client, account }: SignedIn, id: number, headers: Record<string, string> = {}) =>
  client.call(getEstimateDocument, { params: { guid: account.guid, id } }, headers);

test('[EST-3] the PDF says who offers what, to whom, until when and with which tax', async () => {
  const jo = await somebody('jo@example.com', { reference: 'Q-2026-17' });
  const answer = await open(jo, jo.id);
  expect(answer.headers.get('content-disposition')).toContain(`inline; filename="Estimate ${jo.id}.pdf"`);
  const { text, structure, facts } = await readPdf(answer.bytes);
  for (const part of [
    'Saltmarsh Marina',
    `Estimate ${jo.id}`,
    'for Ms Jo Sailor',
    // Three facts stand side by side, each below its name.
    'Created on Valid until Start 04 May 2026 30 Jun 2026 01 Jun 2026',
    'Departure Reference Before tax 31 May 2027 Q-2026-17 £4,523.12',
    'Including VAT VAT number £904.63 GB 000 0000 00',
    '11.35 Annual berth, £465.00 each Kittiwake, 11.35 m £5,277.75',
    '1 Électricité, £150.00 each £150.00',
    'Total £5,427.75',
    'Main Basin',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('expired');
  expect(facts).toMatchObject({ Title: `Estimate ${jo.id} from Saltmarsh Marina`, Tagged: 'yes' });
  expect(structure).toContain('Table');
});

test('[EST-3] [EST-7] an expiry at a time is written to the minute', async () => {
  const kim = await somebody('kim@example.com', { expiresOn: null, expiresAt: new Date('2026-06-30T16:00:00Z') });
  expect((await readPdf((await open(kim, kim.id)).bytes)).text).toMatch(/30 Jun 2026 17:00(?!:)/);
});

test('[EST-3] the paper says in the reader’s language, with the marina’s tax word, if it has ended', async () => {
  const azur = await makeTenant(app, { settings: sampleSettings({ taxLabel: 'TVA 20' }) });
  const luc = await somebody('luc@example.com', { expiresOn: '2026-05-15' }, azur);
  const french = await readPdf((await open(luc, luc.id, { 'accept-language': 'fr-FR' })).bytes);
  expect(french.text).toContain('Ce devis a expiré.');
  expect(french.text).toContain('Dont TVA 20');
  expect(french.text).toContain('Total 5 427,75 £');
  const order = await makeOrder(azur.db, luc.owner);
  const converted = await makeEstimate(azur.db, luc.owner, { convertedOrderId: order.id });
  expect((await readPdf((await open(luc, converted)).bytes)).text).toContain('has become an order');
});

test('[EST-7] the paper says where an estimate is accepted, and no longer once it has ended', async () => {
  const atOffice = await somebody('office@example.com');
  const settings = sampleSettings({ features: { 'accept-estimates': true }, agreementsEnabled: true });
  const online = await makeTenant(app, { settings });
  const inPortal = await somebody('portal@example.com', {}, online);
  const ended = await somebody('ended@example.com', { expiresOn: '2026-05-01' }, online);
  const textFor = async (customer: SignedIn & { id: number }) =>
    (await readPdf((await open(customer, customer.id)).bytes)).text;
  expect(await textFor(atOffice)).toContain('To accept or change it, contact the marina office.');
  expect(await textFor(inPortal)).toContain('Accept or decline it in the portal. To change it, contact');
  const last = await textFor(ended);
  expect(last).toContain('This is an estimate, not an invoice.');
  expect(last).not.toMatch(/need to pay|To accept|Accept or decline/);
});

test('[EST-3] the mail brings the same PDF and the way to the estimate, in the customer’s language', async () => {
  const jo = await somebody('jo.sailor@example.com');
  const { body } = await jo.client.call(
    emailEstimate,
    { params: { guid: jo.account.guid, id: jo.id } },
    { 'accept-language': 'fr-FR' },
  );
  expect(body).toEqual({ emailQueued: true, maskedEmail: 'j***@example.com' });
  const mail = await mailbox.mailTo('jo.sailor@example.com');
  expect(mail.subject).toBe(`Devis ${jo.id} de Saltmarsh Marina`);
  expect(mail.text).toContain('Annual berth');
  expect(mail.text).toContain(`http://saltmarsh.localhost:3000/secure/estimates/${jo.id}`);
  const attached = Buffer.from(mail.attachments[0]?.content as ArrayBuffer);
  expect(attached.equals((await open(jo, jo.id, { 'accept-language': 'fr-FR' })).bytes)).toBe(true);
  expect(mail.attachments[0]?.filename).toBe(`Devis ${jo.id}.pdf`);
});
