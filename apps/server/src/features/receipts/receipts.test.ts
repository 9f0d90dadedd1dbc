import { emailReceipt, emailReceiptTo, getReceipt } from '@quayside/contract/payments/receipts.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  type SignedIn,
  makeTenant,
  sampleSettings,
  sampleSite,
  signedInCustomer,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { dinarCulture, makeOrder, type Owner, yenCulture } from '../../testing/factories/orders.ts';
import { makePaidPayment, type PaidInput } from '../../testing/factories/receipts.ts';
import { readPdf } from '../../testing/pdf.ts';

let app: TestApp;
let tenant: TestTenant;
let customer: SignedIn;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app, { name: 'Saltmarsh Marina' });
  ({ customer, owner } = await makeCustomer(tenant));
});
afterAll(() => app.close());

async function makeCustomer(of: TestTenant): Promise<{ customer: SignedIn; owner: Owner }> {
  const made = await signedInCustomer(app, of);
  return { customer: made, owner: { tenantId: of.id, accountId: made.account.id, siteId: made.account.siteId } };
}

/** Makes a payment of £100.00 for one order, unless `overrides` says otherwise. */
async function pay(overrides: Partial<PaidInput> = {}): Promise<number> {
  const order = await makeOrder(tenant.db, owner);
  return makePaidPayment(tenant.db, owner, { orders: [{ id: order.id, minor: 10_000 }], ...overrides });
}

const open = ({ client, account }: SignedIn, id: number, headers: Record<string, string> = {}) =>
  client.call(getReceipt, { params: { id, accountGuid: account.guid } }, headers);

describe('access to a receipt', () => {
  test('[ORD-7] answers 404 for another account’s payment, opened or mailed, as for an unknown one', async () => {
    const id = await pay();
    const { customer: neighbour } = await makeCustomer(tenant);
    const answers = [
      await open(neighbour, id),
      await neighbour.client.call(getReceipt, { params: { id, accountGuid: customer.account.guid } }),
      await neighbour.client.call(emailReceipt, { params: { id } }),
      await neighbour.client.call(emailReceiptTo, { params: { id }, body: { email: 'spy@example.com' } }),
      await open(customer, 999_999),
    ];
    expect(answers.map(({ status, body }) => [status, body.responseStatus?.errorCode])).toEqual(
      answers.map(() => [404, 'NOT_FOUND']),
    );
  });

  test('another marina’s customer with the same numbers gets nothing', async () => {
    const id = await pay();
    const { customer: foreigner } = await makeCustomer(await makeTenant(app));
    expect((await open(foreigner, id)).status).toBe(404);
  });

  test.each(['created', 'challenge', 'sent', 'approved', 'declined', 'refunded'] as const)(
    '[ORD-7] a payment that is %s has none',
    async (state) => {
      const id = await pay({ state });
      const answers = [await open(customer, id), await customer.client.call(emailReceipt, { params: { id } })];
      for (const { status, body } of answers)
        expect([status, body.responseStatus?.errorCode]).toEqual([409, 'RECEIPT_NOT_READY']);
    },
  );

  test('[API-135] the refusal says that a refunded payment has none, so that nobody tries for ever', async () => {
    const { body } = await open(customer, await pay({ state: 'refunded' }));
    expect(body.responseStatus?.message).toContain('A payment that was refunded or disputed has none.');
  });

  test('a number beyond all payments is refused, not a fault', async () => {
    expect((await open(customer, 99_999_999_999)).status).toBe(400);
  });
});

describe('the PDF', () => {
  test('[ORD-7][ORD-9] has amount, date, reference, card, method and orders, under the marina’s name', async () => {
    const lift = await makeOrder(tenant.db, owner, {
      lines: [{ name: 'Lift-out, 9.4 m', quantity: '1', grossUnitMinor: 124_500, vatPercent: 20 }],
    });
    const power = await makeOrder(tenant.db, owner, {
      lines: [{ name: 'Électricité d’été', quantity: '1', grossUnitMinor: 1_250, vatPercent: 20 }],
    });
    const orders = [
      { id: lift.id, minor: 124_500 },
      { id: power.id, minor: 1_250 },
    ];
    const id = await makePaidPayment(tenant.db, owner, { orders });
    const answer = await open(customer, id);
    expect(answer.status).toBe(200);
    const { text } = await readPdf(answer.bytes);
    for (const part of [
      'Saltmarsh Marina',
      'Receipt',
      '£1,257.50',
      '16 May 2026 09:50:07',
      `P${String(id).padStart(6, '0')}`,
      '**** 1000',
      // The facts stand in three columns, and a line is read across.
      'Payment method Card VAT included',
      `${lift.id} Lift-out, 9.4 m Kittiwake £1,245.00`,
      `${power.id} Électricité d’été Kittiwake £12.50`,
      'Total £1,257.50',
      'Main Basin',
      '1 Quay Road',
      '+44 1632 960001',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('Test payment');
    expect(text).not.toContain('Not used for an order');
  });

  test('is served so that no script in it runs, and is not stored', async () => {
    const id = await pay();
    const { headers } = await open(customer, id);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^inline; filename="Receipt P\d{6}\.pdf"/),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  });

  test('can be read aloud: language, title, headings, a table with headings, the card in words', async () => {
    const { facts, structure, objects } = await readPdf((await open(customer, await pay())).bytes);
    expect(facts).toMatchObject({
      Tagged: 'yes',
      Title: expect.stringMatching(/^Receipt P\d{6} from Saltmarsh Marina$/),
    });
    expect(facts['Page size']).toContain('A4');
    expect(structure.match(/^ *(H1|H2|Table|TH)\b/gm)?.map((name) => name.trim())).toEqual([
      'H1',
      'H2',
      'Table',
      'TH',
      'TH',
      'TH',
      'TH',
    ]);
    expect(objects).toContain('/Alt (card ending 1000)');
  });

  test('says if it is of a test payment, and how much is on no order', async () => {
    const { text } = await readPdf((await open(customer, await pay({ isTest: true, availableMinor: 500 }))).bytes);
    expect(text).toContain('Test payment: no money has moved');
    expect(text).toContain('Not used for an order yet £5.00');
    expect(text).toContain('Total £105.00');
    expect(text).toContain('£5.00 of your payment is not used for an order yet.');
  });

  test('a payment at the office names neither method nor card', async () => {
    const { text } = await readPdf(
      (await open(customer, await pay({ channel: 'None', maskedCardNumber: null }))).bytes,
    );
    expect(text).not.toMatch(/Payment method|Card/);
  });

  test('[ORD-7] names the customer, and the tax in the paid part of the orders', async () => {
    const taxed = await makeTenant(app, { settings: sampleSettings({ taxNumber: 'GB 123 4567 89' }) });
    const made = await makeCustomer(taxed);
    const first = await makeOrder(taxed.db, made.owner, { grossMinor: 12_000 });
    const second = await makeOrder(taxed.db, made.owner, { grossMinor: 6_000 });
    // All of one order and half of the other: £20.00 and £5.00 of tax.
    const orders = [
      { id: first.id, minor: 12_000 },
      { id: second.id, minor: 3_000 },
    ];
    const id = await makePaidPayment(taxed.db, made.owner, { orders });
    const { text } = await readPdf((await open(made.customer, id)).bytes);
    for (const part of ['Customer', 'Robin Test', 'VAT included', '£25.00', 'VAT number', 'GB 123 4567 89'])
      expect(text).toContain(part);
  });

  test('the same payment is the same bytes', async () => {
    const id = await pay();
    const [first, second] = [await open(customer, id), await open(customer, id)];
    expect(first.bytes.equals(second.bytes)).toBe(true);
  });

  test('forty orders go over several pages, each with the headings and its number', async () => {
    const orders = [];
    for (let index = 0; index < 40; index += 1) {
      const order = await makeOrder(tenant.db, owner);
      orders.push({ id: order.id, minor: 10_000 });
    }
    const id = await makePaidPayment(tenant.db, owner, { orders });
    const { text, facts } = await readPdf((await open(customer, id)).bytes);
    expect(Number(facts.Pages)).toBeGreaterThan(1);
    expect(text.match(/Order Description Boat Amount/g)).toHaveLength(Number(facts.Pages));
    expect(text).toContain(`Page ${facts.Pages} of ${facts.Pages}`);
    for (const order of orders) expect(text).toContain(`${order.id} Visitor berth`);
    expect(text).toContain('Total £4,000.00');
  });
});

describe('languages and currencies', () => {
  test('the reader’s language: the browser’s, and over it the one that was chosen', async () => {
    const id = await pay();
    const french = await open(customer, id, { 'accept-language': 'fr' });
    const { text, facts } = await readPdf(french.bytes);
    expect(facts.Title).toMatch(/^Reçu P\d{6} de Saltmarsh Marina$/);
    expect(text).toContain('Montant payé 100,00 £');
    expect(text).toContain('16 mai 2026 09:50:07');
    customer.client.cookies.set('ha.selectedLanguage', 'fr-FR');
    const chosen = await open(customer, id, { 'accept-language': 'en-GB' });
    customer.client.cookies.delete('ha.selectedLanguage');
    expect(chosen.bytes.equals(french.bytes)).toBe(true);
  });

  const liraCulture = { ...yenCulture, isoCurrencyCode: 'TRY', currencyDecimalPlaces: 2, minorCurrencyUnit: 100 };
  test.each([
    { culture: yenCulture, timeZone: 'Asia/Tokyo', amount: '¥124,500', date: '16 May 2026 17:50:07' },
    { culture: dinarCulture, timeZone: 'Africa/Tunis', amount: '124,500 TND', date: '16 mai 2026 09:50:07' },
    { culture: liraCulture, timeZone: 'Europe/Istanbul', amount: '₺1,245.00', date: '16 May 2026 11:50:07' },
  ])('[ORD-8] 124500 minor units are $amount', async ({ culture, timeZone, amount, date }) => {
    const site = { ...sampleSite(), name: 'Łódź Ærø', address: 'Ağa Rıhtımı 1', timeZone };
    const marina = await makeTenant(app, { settings: sampleSettings({ culture }), sites: [site] });
    const made = await makeCustomer(marina);
    const currency = culture.isoCurrencyCode;
    const order = await makeOrder(marina.db, made.owner, { currency, grossMinor: 124_500 });
    const id = await makePaidPayment(marina.db, made.owner, { currency, orders: [{ id: order.id, minor: 124_500 }] });
    const answer = await open(made.customer, id, { 'accept-language': culture.defaultLanguage });
    const { text } = await readPdf(answer.bytes);
    for (const part of [amount, date, 'Łódź Ærø', 'Ağa Rıhtımı 1']) expect(text).toContain(part);
  });
});
