import { emailReceipt, getReceipt } from '@quayside/contract/payments/receipts.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeAccount,
  makeTenant,
  sampleSettings,
  sampleSite,
  signedInCustomer,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { makeOrder } from '../../testing/factories/orders.ts';
import { makePaidPayment } from '../../testing/factories/receipts.ts';
import { type MailApp, startMailApp } from '../../testing/mail-app.ts';
import { TestMailbox } from '../../testing/mailbox.ts';
import { readPdf } from '../../testing/pdf.ts';

const languages = ['en-GB', 'fr-FR', 'de-DE', 'es-ES', 'nl-NL', 'ar'] as const;
const server = join(import.meta.dirname, '../../../../../languages/Server');
const mailbox = new TestMailbox();
let app: MailApp;
let marina: TestTenant;

beforeAll(async () => {
  app = await startMailApp(mailbox);
  marina = await makeTenant(app, {
    name: 'Harbour Office',
    hosts: ['harbour-office.localhost'],
    sites: [sampleSite({ telephone: '+44 1632 960001' })],
    settings: sampleSettings({
      culture: { ...sampleSettings().culture, availableLanguages: [...languages] },
      translations: {
        'en-GB': { 'errors.NOT_FOUND': 'Not in our books.', 'receipt.heading': 'Paid with thanks' },
        'fr-FR': { 'receipt.subject': 'Merci ! {{marina}}, {{reference}}' },
      },
    }),
  });
});
afterAll(() => app.close());

const serverTextOf = (language: string, key: string): string =>
  JSON.parse(readFileSync(join(server, `${language}.json`), 'utf8'))[key];

/** Makes a customer with a receipt. */
async function payer(email: string) {
  const account = await makeAccount(marina, { email });
  const { client } = await signedInCustomer(app, marina, account);
  const owner = { tenantId: marina.id, accountId: account.id, siteId: 1 };
  const order = await makeOrder(marina.db, owner);
  const paymentId = await makePaidPayment(marina.db, owner, { orders: [{ id: order.id, minor: 10_000 }] });
  return { client, account, paymentId };
}

async function mailIn(language: string) {
  const email = `reader-${language.toLowerCase()}@example.com`;
  const { client, paymentId } = await payer(email);
  await client.call(emailReceipt, { params: { id: paymentId } }, { 'accept-language': language });
  return mailbox.mailTo(email);
}

describe('a marina’s own texts', () => {
  test('[LANG-3] win in an error, in their language alone', async () => {
    const { client } = await payer('error@example.com');
    const nothing = { params: { id: 999_999 } };
    const english = await client.call(emailReceipt, nothing, { 'accept-language': 'en-GB' });
    expect(english.body.responseStatus?.message).toBe('Not in our books.');
    const german = await client.call(emailReceipt, nothing, { 'accept-language': 'de-DE' });
    expect(german.body.responseStatus?.message).toBe(serverTextOf('de-DE', 'errors.NOT_FOUND'));
  });

  test('[LANG-3] win on a paper', async () => {
    const { client, account, paymentId } = await payer('paper@example.com');
    const { bytes } = await client.call(getReceipt, { params: { id: paymentId, accountGuid: account.guid } });
    expect((await readPdf(bytes)).text).toContain('Paid with thanks');
  });

  test('[LANG-3] replace ours in a mail, with their placeholders filled in', async () => {
    expect((await mailIn('fr-FR')).subject).toMatch(/^Merci ! Harbour Office, P\d{6}$/);
  });
});

test.each(['en-GB', 'de-DE', 'es-ES', 'nl-NL', 'ar'])('[LANG-5] a mail and its paper speak %s', async (language) => {
  const { html = '', text = '', attachments } = await mailIn(language);
  expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
  const attached = serverTextOf(language, 'receipt.attached');
  expect(html).toContain(attached);
  expect(text.replaceAll('\n', ' ')).toContain(attached);
  const { text: paper, objects } = await readPdf(Buffer.from(attachments[0]?.content as ArrayBuffer));
  expect(objects).toContain(`/Lang (${language})`);
  expect(paper).toContain(serverTextOf(language, 'receipt.amountPaid'));
});

test('[LANG-5] in a mail from right to left, numbers and addresses keep their own order', async () => {
  const { html = '' } = await mailIn('ar');
  expect(html).toMatch(/<span dir="auto"><a href="tel:\+441632960001"[^>]*>\+44 1632 960001<\/a><\/span>/);
  expect(html).toMatch(/text-align:left[^"]*"[^>]*>\u200f?100\.00/);
  expect(html).toContain('\u2068Harbour Office\u2069');
});

test('[LANG-5] every text of a mail or an answer can be replaced by the marina', () => {
  const features = join(import.meta.dirname, '..');
  const asking = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && /\bserverText\(/.test(readFileSync(join(features, file), 'utf8')),
  );
  expect(asking.filter((file) => !file.endsWith('.test.ts'))).toEqual([]);
});
