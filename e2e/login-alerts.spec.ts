import { listAccountAgreements } from '@quayside/contract/agreements/agreements.ts';
import { listDocuments } from '@quayside/contract/documents/documents.ts';
import type { Page } from '@playwright/test';
import { makeAgreement, makeBoat } from '../apps/server/src/testing/factories/orders.ts';
import { makeDocument, makeDocumentType, makeIneligibleCard } from '../apps/server/src/testing/factories/papers.ts';
import { expectAccessible } from './accessible.ts';
import { expect, ownerOf, type Somebody, test } from './customers.ts';
import { breakCall } from './faults.ts';
import { loginAlerts } from './login-alerts.ts';
import { signIn } from './marina.ts';

const withCards = { features: { 'ineligible-vaulted-cards': true } };
/** Makes an agreement to sign, a missing and an expired document, and a card that can't pay any more. */
async function makeTrouble(robin: Somebody): Promise<void> {
  const { db, id } = robin.marina.tenant;
  const owner = ownerOf(robin);
  await makeAgreement(db, owner, { type: 'Winter storage licence', startDate: '2026-11-01', endDate: '2027-03-31' });
  const boatId = await makeBoat(db, owner, 'Teal');
  await makeDocumentType(db, id, { name: 'Proof of identity' });
  const insurance = await makeDocumentType(db, id, { name: 'Proof of insurance', level: 'Boat' });
  const handedIn = { name: 'Cover 2025.pdf', createdAt: new Date('2025-02-03T10:00:00Z') };
  await makeDocument(db, owner, insurance, { ...handedIn, boatId, expiresOn: '2026-01-31' });
  await makeIneligibleCard(db, owner, { lastDigits: '5100', nickName: 'Boat card', reason: 'no-sca' });
}

async function openDashboard(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/secure/dashboard`);
  await expect(page.getByRole('heading', { level: 1, name: 'Hello Robin' })).toBeVisible();
}

test('[DASH-3] [DASH-4] three tables list a customer’s tasks after signing in, and lead to signing', async ({
  page,
  somebody,
}) => {
  const robin = await somebody({ settings: withCards });
  await makeTrouble(robin);
  await openDashboard(page, robin.url);
  const alerts = loginAlerts(page);
  const agreements = alerts.getByRole('table', { name: 'Agreements to sign' });
  await expect(agreements.getByRole('columnheader')).toHaveText(['Type', 'Start Date', 'End Date', 'Action']);
  await expect(agreements.getByRole('row').nth(1)).toHaveText(/Winter storage licence\s*01 Nov 2026\s*31 Mar 2027/);

  await expect(alerts).toContainText('These documents need your attention');
  const documents = alerts.getByRole('table', { name: 'Inactive documents' });
  const columns = ['Name', 'Type', 'Attachment Level', "Boat's Name", 'Date', 'Expires On', 'Action'];
  await expect(documents.getByRole('columnheader')).toHaveText(columns);
  const cells = (row: number) => documents.getByRole('row').nth(row).locator('th, td');
  const expired = ['Cover 2025.pdf', 'Proof of insurance', 'Boat', 'Teal', '03 Feb 2025', '31 Jan 2026', 'Upload'];
  await expect(cells(1)).toHaveText(expired);
  await expect(cells(2)).toHaveText([
    'No document',
    'Proof of identity',
    'Account',
    'N/A',
    '–',
    'No document',
    'Upload',
  ]);

  await expect(alerts.getByRole('heading', { name: 'Cards that can no longer be used' })).toBeVisible();
  await expect(alerts.getByRole('listitem')).toContainText(
    /ending 5100.*Boat card.*Your bank needs to check it again/s,
  );
  await expectAccessible(page);
  await agreements.getByRole('link', { name: 'Sign Winter storage licence' }).click();
  await expect(page).toHaveURL(
    /\/secure\/agreements\/unsigned\/[\w-]+\?referrer=%2Fsecure%2Fdashboard&.*hideCloseButton=true$/,
  );
  await expect(page.getByRole('heading', { level: 1, name: 'Winter storage licence' })).toBeVisible();
  await expect(loginAlerts(page)).toBeHidden();
});

test('[DASH-3] [SHELL-18] the dialog of alerts is extra large', async ({ page, somebody }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  const robin = await somebody();
  await makeTrouble(robin);
  await openDashboard(page, robin.url);
  await expect(loginAlerts(page)).toHaveCSS('width', '1140px');
});

test('[DASH-3] on a phone its tables are cards', async ({ page, somebody }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  const robin = await somebody();
  await makeTrouble(robin);
  await openDashboard(page, robin.url);
  const alerts = loginAlerts(page);
  await expect(alerts.getByRole('list', { name: 'Agreements to sign' }).getByRole('listitem')).toContainText(
    /Winter storage licence\s*Start Date\s*01 Nov 2026\s*End Date\s*31 Mar 2027/,
  );
  const documents = alerts.getByRole('list', { name: 'Inactive documents' }).getByRole('listitem');
  await expect(documents.nth(0)).toContainText(/Proof of insurance.*Cover 2025\.pdf.*Boat's Name\s*Teal/s);
  await expect(alerts.getByRole('table')).toHaveCount(0);
  await expectAccessible(page);
});

test('[DOC-10] the dialog of alerts says which document the office did not accept, and why', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { db, id } = robin.marina.tenant;
  const insurance = await makeDocumentType(db, id, { name: 'Proof of insurance' });
  const review = { isAccepted: false, reason: 'The policy does not name your boat.' };
  await makeDocument(db, ownerOf(robin), insurance, { name: 'Cover 2025.pdf', review });
  await openDashboard(page, robin.url);
  const alerts = loginAlerts(page);
  await expect(alerts).toContainText('they are missing, have expired or were not accepted');
  const name = alerts.getByRole('table', { name: 'Inactive documents' }).getByRole('cell').first();
  await expect(name).toHaveText(/^Cover 2025\.pdf\s*Not accepted: The policy does not name your boat\.$/);
  await page.setViewportSize({ width: 360, height: 740 });
  const card = alerts.getByRole('list', { name: 'Inactive documents' }).getByRole('listitem');
  await expect(card).toContainText(/Cover 2025\.pdf\s*Not accepted: The policy does not name your boat\./);
  await expectAccessible(page);
});

test('[DASH-3] the dialog of alerts opens once per session: not after a reload, but after the next sign-in', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  await makeTrouble(robin);
  await openDashboard(page, robin.url);
  await expect(loginAlerts(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(loginAlerts(page)).toBeHidden();
  await page.getByRole('navigation').getByRole('link', { name: 'My account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('region', { name: 'Agreements' })).toContainText('Winter storage licence');
  await expect(loginAlerts(page)).toBeHidden();

  await openDashboard(page, robin.url);
  await expect(page.getByRole('region', { name: 'Agreements' })).toContainText('Winter storage licence');
  await expect(loginAlerts(page)).toBeHidden();

  await signIn(page, robin.url, robin);
  await openDashboard(page, robin.url);
  await expect(loginAlerts(page)).toBeVisible();
});

test('[DASH-3] the dialog of alerts closes itself when nothing is left to say', async ({ page, somebody }) => {
  await page.clock.install();
  const robin = await somebody();
  const { db, id } = robin.marina.tenant;
  await makeAgreement(db, ownerOf(robin), { type: 'Winter storage licence' });
  await openDashboard(page, robin.url);
  await expect(loginAlerts(page)).toContainText('Winter storage licence');
  await db.updateTable('agreements').set({ signed_at: new Date() }).where('tenant_id', '=', id).execute();
  // After a return to the window, the page reads data again that may have changed.
  await page.clock.fastForward(60_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(loginAlerts(page)).toBeHidden();
});

test('[DASH-3] the dialog of alerts does not open if nothing is to do', async ({ page, somebody }) => {
  const robin = await somebody();
  await makeAgreement(robin.marina.tenant.db, ownerOf(robin), { signedAt: new Date() });
  await openDashboard(page, robin.url);
  await expect(page.getByRole('region', { name: 'To do' })).toContainText('3 of 3 done');
  await expect(page.getByRole('region', { name: 'Documents' })).toContainText('does not need documents from you');
  await expect(loginAlerts(page)).toBeHidden();
});

test('[DASH-3] [DASH-5] the dialog of alerts leaves out lists that are switched off', async ({ page, somebody }) => {
  const robin = await somebody({ settings: { agreementsEnabled: false } });
  await makeTrouble(robin);
  await openDashboard(page, robin.url);
  await expect(loginAlerts(page).getByRole('heading', { level: 3 })).toHaveText(['Inactive documents']);
});

test('[DASH-3] if one list cannot be loaded, the others are shown', async ({ page, somebody }) => {
  const robin = await somebody();
  await makeTrouble(robin);
  await breakCall(page, listDocuments, 'fails');
  await openDashboard(page, robin.url);
  await expect(loginAlerts(page).getByRole('heading', { level: 3 })).toHaveText(['Agreements to sign']);
});

test('[DASH-3] the dialog of alerts waits until all lists have loaded', async ({ page, somebody }) => {
  const robin = await somebody();
  await makeTrouble(robin);
  const slow = await breakCall(page, listAccountAgreements, 'waits');
  await openDashboard(page, robin.url);
  // The menu has this entry once the documents are known.
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Documents' })).toBeVisible();
  await expect(loginAlerts(page)).toBeHidden();
  await slow.mend();
  await expect(loginAlerts(page).getByRole('heading', { level: 3 })).toHaveText([
    'Agreements to sign',
    'Inactive documents',
  ]);
});
