import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDocumentType } from '../../apps/server/src/testing/factories/papers.ts';
import { sampleFiles } from '../../apps/server/src/testing/sample-files.ts';
import { makeLicence, storedSignature } from '../agreements.ts';
import { cards, expect, test } from './engine-test.ts';
import { button, css, dialog, field, heading, link, text } from './find-element.ts';
import { answerBank, openCheckout, pay, signByHand, typeAddress, typeCard } from './journeys.ts';

test('[LOGIN-2] [LOGIN-5] [SHELL-230] somebody signs in, and out again', async ({ tab, openMarina }) => {
  const marina = await openMarina();
  const robin = await marina.addCustomer();
  await tab.resize(360, 740);
  await tab.open(`${marina.url}/login`);
  await tab.fill(field('E-mail address'), robin.email);
  await tab.fill(field('Password'), 'Wrong#2026');
  await tab.click(button('Sign in'));
  await tab.see(css('[role=alert]'));
  await tab.fill(field('Password'), robin.password);
  await tab.click(button('Sign in'));
  await tab.expectAddress(`${marina.url}/secure/dashboard`);
  await tab.see(heading('Hello Robin'));
  await tab.click(button('Open the menu'));
  await tab.click(button('Sign out'));
  await tab.expectAddress(/\/login$/);
});

test('[CARD-1] [CARD-7] [SHELL-230] a new card pays once its bank has asked for a code', async ({
  tab,
  signedIn,
  indebted,
}) => {
  const robin = await indebted([{ grossMinor: 4_850 }]);
  await signedIn(robin.url, robin);
  await openCheckout(tab, robin.url);
  await typeCard(tab, cards.challenge);
  await typeAddress(tab);
  await pay(tab);
  await answerBank(tab, '1234');
  await tab.see(heading('Payment received'));
  expect((await robin.books()).charged).toBe(4_850);
});

test('[QP-1] [QP-5] [SHELL-230] a friend pays an order by its link, on a phone', async ({ tab, indebted }) => {
  const robin = await indebted([{}]);
  const { db, id } = robin.marina.tenant;
  const order = db.selectFrom('orders').select('guid').where('tenant_id', '=', id);
  const { guid } = await order.executeTakeFirstOrThrow();
  await tab.resize(360, 740);
  await tab.open(`${robin.url}/quick-pay/${guid}?referrer=https%3A%2F%2Fwww.example.com`);
  await tab.click(button('Pay now'));
  await tab.see(dialog('Pay £100.00'));
  await tab.pressEscape();
  await tab.miss(dialog('Pay £100.00'));
  await tab.click(button('Pay now'));
  await tab.click(button('Checkout', dialog('Pay £100.00')));
  await tab.see(heading('Checkout'));
  await typeCard(tab, cards.frictionless);
  await tab.fill(field('Name on card'), 'A Friend');
  await typeAddress(tab);
  await pay(tab);
  await tab.see(heading('Payment received'));
  expect((await robin.books()).charged).toBe(10_000);
});

test('[AGR-3] [AGR-4] [SHELL-230] an agreement is read and signed by finger, on a phone', async ({
  tab,
  signedIn,
  person,
}) => {
  const robin = await person();
  const { id, guid } = await makeLicence(robin);
  await signedIn(robin.url, robin);
  await tab.resize(360, 740);
  await tab.open(`${robin.url}/secure/agreements/unsigned/${guid}`);
  await signByHand(tab);
  await tab.click(button('Sign'));
  await tab.see(text('Thank you'));
  expect(await storedSignature(robin, id)).toMatchObject({ method: 'drawn', full_name: 'Mrs Robin Test' });
});

test('[AGR-8] [LANG-1] [SHELL-230] an agreement is read in another language and signed, by its link', async ({
  tab,
  person,
}) => {
  const robin = await person();
  const { id, guid } = await makeLicence(robin);
  await tab.open(`${robin.url}/quick-sign/${guid}?guid=${robin.account.guid}`);
  await tab.fill(field('E-mail address'), robin.email);
  await tab.see(text('E-mail confirmed'));
  await tab.select(field('Language'), 'fr-FR');
  await tab.see(text('Lisez le contrat jusqu’au bout'));
  await tab.select(field('Langue'), 'en-GB');
  await signByHand(tab);
  await tab.click(button('Sign'));
  await tab.see(text('Thank you'));
  expect(await storedSignature(robin, id)).toMatchObject({ method: 'drawn' });
});

test('[CAL-2] [SHELL-230] a calendar gets an address', async ({ tab, signedIn, person }) => {
  const robin = await person();
  await signedIn(robin.url, robin);
  await tab.open(`${robin.url}/secure/orders/outstanding`);
  await tab.click(button('Create a calendar address'));
  await tab.see(field('Calendar address'));
});

test('[DOC-2] [DOC-4] [SHELL-230] a document is uploaded', async ({ tab, signedIn, person }) => {
  const robin = await person();
  const { db, id } = robin.marina.tenant;
  await makeDocumentType(db, id, { name: 'Proof of identity' });
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-upload-'));
  try {
    const file = join(folder, 'Passport.pdf');
    writeFileSync(file, sampleFiles.pdf);
    await signedIn(robin.url, robin);
    await tab.open(`${robin.url}/secure/documents`);
    await tab.click(css('main li button:enabled'));
    const upload = dialog('Upload: Proof of identity');
    await tab.choose(css('input[type=file]', upload), file);
    await tab.fill(field('Expiry date', upload), '1/2/2035');
    await tab.click(button('Save', upload));
    await tab.miss(upload);
    await tab.see(text('01 Feb 2035'));
    await tab.see(link('Download Proof of identity'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
