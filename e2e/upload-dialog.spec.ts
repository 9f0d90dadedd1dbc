import { listDocuments, uploadFile } from '@quayside/contract/documents/documents.ts';
import { listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import { listPaymentProviders } from '@quayside/contract/payments/payments.ts';
import type { Page } from '@playwright/test';
import { makeDocument, makeDocumentType } from '../apps/server/src/testing/factories/papers.ts';
import { sampleFiles } from '../apps/server/src/testing/sample-files.ts';
import { breakCall, leapUntil, returnToPage } from './faults.ts';
import { closeLoginAlerts } from './login-alerts.ts';
import { type Debtor, expect, test } from './unpaid-orders.ts';

const pdf = { name: 'Cover 2027.pdf', mimeType: 'application/pdf', buffer: sampleFiles.pdf };
const toDo = (page: Page) => page.getByRole('region', { name: 'To do' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Upload: A insurance' });
const notes = (page: Page) => dialog(page).getByLabel('Notes');
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' });
const isModal = (page: Page) => dialog(page).evaluate((element) => element.matches(':modal'));

/** Opens a page of a customer whose marina asks for two documents. */
async function open(page: Page, robin: Debtor, path: string) {
  const { db, id } = robin.marina.tenant;
  const first = await makeDocumentType(db, id, { name: 'A insurance', isExpiryRequired: false });
  await makeDocumentType(db, id, { name: 'B registration', isExpiryRequired: false });
  await page.clock.install();
  await page.goto(`${robin.url}/secure/${path}`);
  if (path === 'dashboard') await closeLoginAlerts(page);
  return { first };
}

/** Opens the dialog in a part of the page, and fills it in. */
async function fillIn(page: Page, part: string): Promise<void> {
  const region = page.getByRole('region', { name: part, exact: true });
  await region.getByRole('button', { name: 'Upload A insurance' }).click();
  await dialog(page).getByLabel('File', { exact: true }).setInputFiles(pdf);
  await notes(page).fill('Typed for a long time');
}

/** Checks that the dialog is whole and modal. */
async function expectWhole(page: Page): Promise<void> {
  await expect(notes(page)).toHaveValue('Typed for a long time');
  await expect(dialog(page)).toContainText('Cover 2027.pdf');
  expect(await isModal(page)).toBe(true);
}

const stored = ({ marina: { tenant } }: Debtor) =>
  tenant.db
    .selectFrom('account_documents')
    .select(['document_type_id as type', 'notes'])
    .where('tenant_id', '=', tenant.id)
    .where('ready_at', 'is not', null)
    .orderBy('id')
    .execute();

test('[DOC-8] [DASH-7] a refresh that fails takes away neither the open dialog nor the tasks', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([]);
  await open(page, robin, 'dashboard');
  await fillIn(page, 'To do');
  const broken = await breakCall(page, listDocuments, 'fails');
  await returnToPage(page, listDocuments);
  await page.clock.fastForward(2_000);
  await expectWhole(page);
  await expect(toDo(page)).toContainText('Upload 2 documents');
  await broken.mend();
  await save(page).click();
  await expect(page.getByText('Document uploaded: A insurance')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
});

test('[DOC-9] a corrected choice of the file corrects the name that it filled in, and no name that was typed', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([]);
  await open(page, robin, 'documents');
  await page.getByRole('button', { name: 'Upload A insurance' }).click();
  const file = dialog(page).getByLabel('File', { exact: true });
  const name = dialog(page).getByRole('textbox', { name: 'Document name' });
  await file.setInputFiles({ ...pdf, name: 'Holiday.pdf' });
  await expect(name).toHaveValue('Holiday.pdf');
  await file.setInputFiles(pdf);
  await expect(name).toHaveValue('Cover 2027.pdf');
  await name.fill('My cover');
  await file.setInputFiles({ ...pdf, name: 'Cover 2028.pdf' });
  await expect(dialog(page)).toContainText('Cover 2028.pdf');
  await expect(name).toHaveValue('My cover');
});

test('[DOC-8] a running upload goes on while the lists can’t be read again', async ({ page, debtor }) => {
  const robin = await debtor([]);
  const { first } = await open(page, robin, 'dashboard');
  const slow = await breakCall(page, uploadFile, 'waits');
  await fillIn(page, 'To do');
  await save(page).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  const broken = await breakCall(page, listDocuments, 'fails');
  await returnToPage(page, listDocuments);
  await expect(page.getByRole('progressbar')).toBeVisible();
  await broken.mend();
  await slow.mend();
  await expect(dialog(page)).toHaveCount(0);
  expect(await stored(robin)).toEqual([{ type: first, notes: 'Typed for a long time' }]);
});

test('[SHELL-255] a list that could not be read again after an upload is read when the connection is back', async ({
  page,
  context,
  debtor,
}) => {
  const robin = await debtor([]);
  await open(page, robin, 'documents');
  await fillIn(page, 'Your account');
  const broken = await breakCall(page, listDocuments, 'drops');
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
  const upload = page.getByRole('button', { name: 'Upload A insurance' });
  await expect(upload).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await broken.mend();
  await context.setOffline(false);
  await expect(upload).toHaveCount(0);
});

for (const [path, part] of [
  ['dashboard', 'To do'],
  ['dashboard', 'Documents'],
  ['documents', 'Your account'],
] as const)
  test(`[DOC-8] the dialog keeps its type when somebody else hands it in: ${path}, ${part}`, async ({
    page,
    debtor,
  }) => {
    const robin = await debtor([]);
    const { first } = await open(page, robin, path);
    await fillIn(page, part);
    await makeDocument(robin.marina.tenant.db, robin.owner, first, { name: 'by somebody else.pdf' });
    await returnToPage(page, listDocuments);
    await expect(page.getByRole('button', { name: 'Upload A insurance' })).toHaveCount(0);
    await expectWhole(page);
    await save(page).click();
    await expect(dialog(page)).toHaveCount(0);
    expect((await stored(robin)).map(({ type }) => type)).toEqual([first, first]);
  });

test('[DOC-8] [DASH-7] the dialog stays while another task of the list loads', async ({ page, debtor }) => {
  const robin = await debtor([{}], { sites: ['Main Basin', 'Outer Harbour'] });
  await open(page, robin, 'dashboard');
  await fillIn(page, 'To do');
  // The ways to pay at the other site are asked for now.
  await robin.addOrder({ siteId: 2, taxPointDate: '2024-06-01' });
  const slow = await breakCall(page, listPaymentProviders, 'waits');
  const providersRequest = page.waitForRequest(/payment-providers\/portal\/2/);
  await returnToPage(page, listOutstandingOrders);
  await providersRequest;
  await expectWhole(page);
  await slow.mend();
});

for (const part of ['To do', 'Documents'])
  test(`[DOC-8] the dialog stays modal when a phone is turned: ${part}`, async ({ page, debtor }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const robin = await debtor([]);
    await open(page, robin, 'dashboard');
    await fillIn(page, part);
    for (const size of [
      { width: 844, height: 390 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      await expectWhole(page);
    }
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    const opener = page.getByRole('region', { name: part, exact: true }).getByRole('button', { name: /^Upload A/ });
    await expect(opener).toBeFocused();
  });

test('[SHELL-130] leaving the chooser of files without a choice keeps the dialog and what was typed', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([]);
  await open(page, robin, 'documents');
  await fillIn(page, 'Your account');
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Page.setInterceptFileChooserDialog', { enabled: true, cancel: true });
  const left = dialog(page).evaluate((element) => new Promise((heard) => element.addEventListener('cancel', heard)));
  await dialog(page).getByText('Choose another file').click();
  await left;
  await expectWhole(page);
});

test('[DOC-2] [SHELL-160] an upload that Enter starts leaves the focus in its field, also if it fails', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([]);
  await open(page, robin, 'documents');
  await fillIn(page, 'Your account');
  const name = dialog(page).getByLabel('Document name');
  const stalled = await breakCall(page, uploadFile, 'waits');
  const sent = page.waitForRequest((request) => /multipart/.test(request.headers()['content-type'] ?? ''));
  await name.press('Enter');
  await sent;
  await expect(dialog(page).getByRole('progressbar')).toBeVisible();
  await expect(name).toBeFocused();
  await expect(name).not.toBeEditable();
  await leapUntil(page, 61_000, (limit) =>
    expect(dialog(page).getByRole('alert')).toContainText('The marina did not answer in time. Try again.', limit),
  );
  await expect(name).toBeFocused();
  await stalled.mend();
  await name.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
});

/** Drops files on the dialog's place for one. */
async function dropFiles(page: Page, ...names: string[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const name of all) transfer.items.add(new File(['%PDF-1.4'], name, { type: 'application/pdf' }));
    return transfer;
  }, names);
  await dialog(page).getByText('Drop your file here').dispatchEvent('drop', { dataTransfer });
}

test('[DOC-2] one dropped file is chosen; two are refused, and none of them stays', async ({ page, debtor }) => {
  const robin = await debtor([]);
  await open(page, robin, 'documents');
  const region = page.getByRole('region', { name: 'Your account', exact: true });
  await region.getByRole('button', { name: 'Upload A insurance' }).click();
  await dropFiles(page, 'One.pdf', 'Two.pdf');
  await expect(dialog(page)).toContainText('Choose one file only.');
  await expect(dialog(page)).not.toContainText(/One\.pdf|Two\.pdf/);
  await expect(dialog(page).getByLabel('Document name')).toHaveValue('');
  await expect(save(page)).toBeDisabled();
  await dropFiles(page, 'One.pdf');
  await expect(dialog(page)).toContainText('One.pdf');
  await expect(dialog(page)).not.toContainText('Choose one file only.');
  await expect(dialog(page).getByLabel('Document name')).toHaveValue('One.pdf');
  await expect(save(page)).toBeEnabled();
});
