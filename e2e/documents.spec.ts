import { listDocuments, uploadFile } from '@quayside/contract/documents/documents.ts';
import type { Page } from '@playwright/test';
import { makeBoat } from '../apps/server/src/testing/factories/orders.ts';
import { makeDocument, makeDocumentType } from '../apps/server/src/testing/factories/papers.ts';
import { sampleFiles } from '../apps/server/src/testing/sample-files.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { expect, ownerOf, type Somebody, test } from './customers.ts';
import { breakCall, leapUntil } from './faults.ts';
import { loginAlerts } from './login-alerts.ts';

/** Makes an expired policy, a boat without one, a valid identity, and a certificate without an expiry date. */
async function makePapers(robin: Somebody): Promise<void> {
  const { db, id } = robin.marina.tenant;
  const owner = ownerOf(robin);
  const boats = [await makeBoat(db, owner, 'Avocet'), await makeBoat(db, owner, 'Teal')];
  const identity = await makeDocumentType(db, id, { name: 'Proof of identity', guidance: 'Passport or licence.' });
  const competence = await makeDocumentType(db, id, { name: 'Certificate', isExpiryRequired: false });
  await makeDocumentType(db, id, { name: 'Gas certificate' });
  const insurance = await makeDocumentType(db, id, { name: 'Proof of insurance', level: 'Boat' });
  await makeDocument(db, owner, identity, { name: 'Passport.pdf', expiresOn: '2035-03-01' });
  await makeDocument(db, owner, competence, { name: 'Day Skipper.pdf' });
  await makeDocument(db, owner, insurance, {
    boatId: boats[0] ?? 0,
    name: 'Cover 2025.pdf',
    expiresOn: '2026-01-31',
  });
}

const section = (page: Page, name: string) => page.getByRole('region', { name });
const card = (page: Page, of: string, name: string) =>
  section(page, of)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Upload/ });
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' });
const picker = (page: Page) => dialog(page).getByLabel('File', { exact: true });
const pdf = { name: 'Cover 2027.pdf', mimeType: 'application/pdf', buffer: sampleFiles.pdf };

test('[DOC-1] [SHELL-5] [DOC-5] the page shows the documents that account and boats need, and their states', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  await makePapers(robin);
  await page.goto(`${robin.url}/secure/contact-us`);
  await page.getByRole('navigation').getByRole('link', { name: 'Documents' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Your account', 'Avocet', 'Teal']);

  const identity = card(page, 'Your account', 'Proof of identity');
  await expect(identity).toContainText(/Active.*Passport or licence\..*Passport\.pdf.*01 Mar 2035/s);
  await expect(identity.getByRole('link', { name: /^Download/ })).toHaveAttribute(
    'href',
    /portal\/files\/[0-9a-f-]{36}$/,
  );
  await expect(identity.getByRole('button', { name: /^Replace/ })).toBeVisible();
  await expect(card(page, 'Your account', 'Certificate')).toContainText(/No guidance available.*Never expires/s);
  const isTicked = async (of: ReturnType<typeof card>, ticked: boolean) => {
    await expect(of.locator('.tabler-icon-circle-check')).toHaveCount(ticked ? 1 : 0);
    await expect(of.locator('.tabler-icon-circle-x')).toHaveCount(ticked ? 0 : 1);
  };
  await isTicked(identity, true);
  const missing = card(page, 'Your account', 'Gas certificate');
  await isTicked(missing, false);
  await expect(missing).toContainText(/Waiting for document.*No expiry date set.*Upload required/s);
  await expect(missing.getByRole('button', { name: /^Download/ })).toBeDisabled();
  await expect(missing.getByRole('button', { name: /^Upload/ })).toBeVisible();
  const expired = card(page, 'Avocet', 'Proof of insurance');
  await expect(expired).toContainText(/Expired.*Cover 2025\.pdf.*Expired on 31 Jan 2026.*Replacement required/s);
  await isTicked(expired, false);
  await expect(card(page, 'Teal', 'Proof of insurance')).toContainText('Waiting for document');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});

test('[DOC-2] [DOC-4] [SHELL-18] a document is handed in: what is asked and refused, and can be tried again', async ({
  page,
  somebody,
}) => {
  const robin = await somebody({ settings: { uploads: { maxMegabytes: 1 } } });
  await makePapers(robin);
  await page.goto(`${robin.url}/secure/documents`);
  const opener = card(page, 'Avocet', 'Proof of insurance').getByRole('button', { name: /^Replace/ });
  await opener.click();
  await expect(dialog(page)).toHaveAccessibleName('Upload: Proof of insurance, Avocet');
  await expect(dialog(page)).toHaveCSS('width', '800px');
  const name = dialog(page).getByRole('textbox', { name: 'Document name' });
  const expiry = dialog(page).getByRole('textbox', { name: 'Expiry date' });
  await expect(save(page)).toBeDisabled();
  await expect(save(page)).toHaveAccessibleDescription(
    'Before you can save: Choose the file to upload. Please enter document name Please enter expiry date',
  );
  await expect(dialog(page).getByText('Please enter expiry date')).toBeVisible();

  // The file's name fills in the name, and a typed name stays.
  await picker(page).setInputFiles(pdf);
  await expect(name).toHaveValue('Cover 2027.pdf');
  await expect(dialog(page)).toContainText('Cover 2027.pdf');
  await name.fill('');
  await name.blur();
  await expect(name).toHaveAccessibleDescription('Please enter document name');
  await expiry.fill('1/2/2099');
  await expiry.fill('');
  await expiry.blur();
  await expect(expiry).toHaveAccessibleDescription(/Please enter expiry date$/);
  await expiry.fill('nonsense');
  await expiry.blur();
  await expect(dialog(page)).toContainText('Enter a date, such as');
  await expiry.fill('1/2/2020');
  await expiry.blur();
  await expect(expiry).toHaveValue('01-Feb-2020');
  await expect(dialog(page)).toContainText('This date has passed');
  await expect(save(page)).toBeDisabled();
  await name.fill('My cover');
  await expiry.fill('1/2/2099');
  await expiry.blur();
  await expect(expiry).toHaveValue('01-Feb-2099');
  await expect(save(page)).toBeEnabled();

  // The file is too large, so no file is chosen any more. With all fields valid and no file, Save leads to the
  // file.
  const large = { ...pdf, buffer: Buffer.concat([sampleFiles.pdf, Buffer.alloc(1024 * 1024)]) };
  await picker(page).setInputFiles(large);
  await expect(dialog(page)).toContainText('Upload too large. The limit is 1 MB.');
  await expect(dialog(page)).toContainText('Drop your file here');
  await expect(save(page)).toHaveAccessibleDescription('Before you can save: Choose the file to upload.');
  await save(page).click();
  await expect(picker(page)).toBeFocused();
  expect(await dialog(page).textContent()).not.toContain('Uploading…');
  await expect(picker(page)).toHaveAccessibleDescription(/Choose the file to upload\.$/);
  await expectAccessible(page);

  // More than ten years ahead: the form asks for confirmation. The second step fails, and the same document is
  // tried again.
  await picker(page).setInputFiles(pdf);
  const broken = await breakCall(page, uploadFile, 'fails');
  await expect(save(page)).toBeEnabled();
  await save(page).click();
  await expect(dialog(page)).toContainText('Check the date: 01-Feb-2099 is more than ten years away.');
  const announced = page.waitForRequest(/document\/new$/);
  await dialog(page).getByRole('button', { name: 'Yes, save with this date' }).click();
  expect((await announced).postDataJSON()).toMatchObject({
    accountDocument: { accountId: robin.account.id, attachmentType: 'Upload', isCurrentVersion: true },
    supersedePreviousVersions: true,
  });
  await expect(dialog(page)).toContainText('Your document could not be uploaded');
  await expect(name).toHaveValue('My cover');
  await broken.mend();
  await expect(page.getByText('31 Jan 2026')).toBeVisible();

  // The progress is shown during the upload, and the upload can be cancelled.
  const slow = await breakCall(page, uploadFile, 'waits');
  await expiry.fill('2027-02-01');
  await expiry.blur();
  await expect(save(page)).toBeEnabled();
  await save(page).click();
  await expect(dialog(page).getByRole('progressbar', { name: 'Uploading…' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Stop the upload' }).click();
  await expect(dialog(page)).toContainText('Upload stopped.');
  await slow.mend();
  await expect(save(page)).toBeEnabled();
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(card(page, 'Avocet', 'Proof of insurance')).toContainText(/Active.*My cover.*01 Feb 2027/s);
  await expect(opener).toBeFocused();
  // Three tries made one document, beside the one that it replaced.
  const { db, id } = robin.marina.tenant;
  const ofAvocet = db.selectFrom('account_documents').select('id').where('tenant_id', '=', id);
  expect(await ofAvocet.where('boat_id', 'is not', null).execute()).toHaveLength(2);

  const download = page.waitForEvent('download');
  const counted = page.waitForResponse(/document\/\d+\/downloaded$/);
  await card(page, 'Avocet', 'Proof of insurance')
    .getByRole('link', { name: /^Download/ })
    .click();
  expect((await download).suggestedFilename()).toBe('My cover.pdf');
  expect((await counted).status()).toBe(200);
});

test('[SHELL-183] [DOC-4] going back while a document is uploaded asks first, and the upload can go on', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { db, id } = robin.marina.tenant;
  await makeDocumentType(db, id, { name: 'Gas certificate', isExpiryRequired: false });
  const stored = () => db.selectFrom('account_documents').select('id').where('tenant_id', '=', id).execute();
  await page.goto(`${robin.url}/secure/contact-us`);
  const links = page.getByRole('navigation').getByRole('link');
  const upload = async () => {
    await links.filter({ hasText: 'Documents' }).click();
    await card(page, 'Your account', 'Gas certificate')
      .getByRole('button', { name: /^Upload/ })
      .click();
    await picker(page).setInputFiles(pdf);
    await save(page).click();
    await expect(dialog(page).getByRole('progressbar', { name: 'Uploading…' })).toBeVisible();
    await page.goBack();
  };
  const question = page.getByRole('dialog', { name: 'Leave this page and stop the upload?' });

  const slow = await breakCall(page, uploadFile, 'waits');
  await upload();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Leave and stop the upload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible();
  await upload();
  await question.getByRole('button', { name: 'Keep uploading' }).click();
  await slow.mend();
  await expect(card(page, 'Your account', 'Gas certificate')).toContainText('Active');
  expect(await stored()).toHaveLength(1);
});

test('[DOC-4] an upload that stalls says that no answer came in time, and not that it was stopped', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { db, id } = robin.marina.tenant;
  await makeDocumentType(db, id, { name: 'Gas certificate', isExpiryRequired: false });
  await page.clock.install();
  await page.goto(`${robin.url}/secure/documents`);
  await card(page, 'Your account', 'Gas certificate')
    .getByRole('button', { name: /^Upload/ })
    .click();
  await picker(page).setInputFiles(pdf);
  const stalled = await breakCall(page, uploadFile, 'waits');
  const sent = page.waitForRequest((request) => /multipart/.test(request.headers()['content-type'] ?? ''));
  await save(page).click();
  await sent;
  await expect(dialog(page).getByRole('progressbar')).toBeVisible();
  await leapUntil(page, 61_000, (limit) =>
    expect(dialog(page).getByRole('alert')).toContainText('The marina did not answer in time. Try again.', limit),
  );
  await expect(dialog(page)).not.toContainText('Upload stopped.');
  await stalled.mend();
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
});

test('[DOC-7] an upload goes on if somebody else announces a document for its place meanwhile', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { db, id } = robin.marina.tenant;
  await makeDocumentType(db, id, { name: 'Gas certificate', isExpiryRequired: false });
  const announceIn = async (where: Page, notes: string) => {
    await where.goto(`${robin.url}/secure/documents`);
    await card(where, 'Your account', 'Gas certificate')
      .getByRole('button', { name: /^Upload/ })
      .click();
    await picker(where).setInputFiles(pdf);
    await dialog(where).getByLabel('Notes').fill(notes);
    const sent = where.waitForRequest((request) => /multipart/.test(request.headers()['content-type'] ?? ''));
    await save(where).click();
    await sent;
  };
  const waiting = await breakCall(page, uploadFile, 'waits');
  await announceIn(page, 'of the first');
  const second = await page.context().newPage();
  await announceIn(second, 'of the second');
  await second.close();
  await waiting.mend();
  await expect(dialog(page)).toHaveCount(0);
  await expect(card(page, 'Your account', 'Gas certificate')).toContainText('Active');
  const ready = db.selectFrom('account_documents').select('notes').where('ready_at', 'is not', null);
  expect((await ready.where('tenant_id', '=', id).execute()).map(({ notes }) => notes)).toContain('of the first');
});

test('[DOC-2] a press on a button whose form has not come yet opens it when it comes, with the focus in it', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  await makePapers(robin);
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/upload-dialog-*', (route) => held.promise.then(() => route.continue()));
  await page.goto(`${robin.url}/secure/documents`);
  const button = card(page, 'Teal', 'Proof of insurance').getByRole('button', { name: /^Upload/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  held.resolve();
  await expect(picker(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});

test('[DASH-4] the form opens from the alerts in place of the lists, and removes a document that it handed in', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  await makePapers(robin);
  await page.goto(`${robin.url}/secure/dashboard`);
  const row = (name: string) => loginAlerts(page).getByRole('row').filter({ hasText: name });
  const upload = (name: string) => row(name).getByRole('button', { name: /^Upload/ });
  await upload('Gas certificate').click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(dialog(page)).toHaveCSS('width', '800px');
  // Both lead back to the alerts, also the button in the corner.
  for (const name of ['Back', 'Close']) {
    await dialog(page).getByRole('button', { name }).click();
    await expect(upload('Gas certificate')).toBeFocused();
    if (name === 'Back') await upload('Gas certificate').click();
  }

  for (const name of ['Gas certificate', 'Avocet', 'Teal']) {
    await upload(name).click();
    await picker(page).setInputFiles(pdf);
    await dialog(page).getByRole('textbox', { name: 'Expiry date' }).fill('1 Feb 2030');
    const listed = page.waitForResponse((response) => response.url().includes(`/documents?`));
    await save(page).click();
    await listed;
    await expect(dialog(page)).toHaveCount(0);
    await expect(row(name)).toHaveCount(0);
  }
  // No alert is left.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(section(page, 'Documents').getByRole('listitem')).toHaveCount(0);
});

test('[RUN-12] a document that the office did not accept shows why, and another one takes its place', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { db, id } = robin.marina.tenant;
  const owner = ownerOf(robin);
  const boatId = await makeBoat(db, owner, 'Avocet');
  const insurance = await makeDocumentType(db, id, { name: 'Proof of insurance', level: 'Boat' });
  const identity = await makeDocumentType(db, id, { name: 'Proof of identity' });
  const reason = 'The policy does <b>not</b> name your boat.\nSend the page with its name.';
  await makeDocument(db, owner, insurance, { boatId, name: 'Cover 2025.pdf', review: { isAccepted: false, reason } });
  const accepted = { isAccepted: true, reason: 'Thank you.' };
  await makeDocument(db, owner, identity, { name: 'Passport.pdf', expiresOn: '2035-03-01', review: accepted });
  await page.goto(`${robin.url}/secure/boats`);
  await expect(page.getByRole('main')).toContainText('Not accepted: The policy does <b>not</b> name your boat.');

  await page.goto(`${robin.url}/secure/documents`);
  const rejected = card(page, 'Avocet', 'Proof of insurance');
  await expect(rejected).toContainText(/Waiting for document.*The marina did not accept “Cover 2025\.pdf”/s);
  await expect(rejected).toContainText(/does <b>not<\/b> name your boat\.\s*Send the page.*Upload another document\./s);
  await expect(rejected.getByRole('button', { name: /^Download/ })).toBeDisabled();
  const identityCard = card(page, 'Your account', 'Proof of identity');
  await expect(identityCard).toContainText(/Active.*Accepted by the marina on 04 Feb 2026\s*Thank you\./s);
  await expectAccessibleOnDeskAndPhone(page);

  await page.setViewportSize({ width: 360, height: 740 });
  await rejected.getByRole('button', { name: /^Upload/ }).press('Enter');
  await picker(page).setInputFiles(pdf);
  await dialog(page).getByRole('textbox', { name: 'Expiry date' }).fill('1 Feb 2030');
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(rejected).toContainText(/Active.*Cover 2027\.pdf/s);
  await expect(rejected).not.toContainText('did not accept');
});

test('[SHELL-5] if the marina needs no documents, the menu has no entry, and the page says so', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const listed = page.waitForResponse((response) =>
    new RegExp(`${listDocuments.path.split('/').at(-1)}$`).test(response.url()),
  );
  await page.goto(`${robin.url}/secure/documents`);
  await listed;
  await expect(page.getByText('The marina does not need documents from you.')).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Documents' })).toHaveCount(0);
});
