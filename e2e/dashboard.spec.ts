import { getAccount } from '@quayside/contract/account/account.ts';
import { listAccountAgreements } from '@quayside/contract/agreements/agreements.ts';
import { getSummary } from '@quayside/contract/account/dashboard.ts';
import { listDocuments } from '@quayside/contract/documents/documents.ts';
import { sampleSettings } from '../apps/server/src/testing/factories/factories.ts';
import { makeAgreement, makeBoat, makeOrder } from '../apps/server/src/testing/factories/orders.ts';
import { makeDocument, makeDocumentType, makeWaitingListEntry } from '../apps/server/src/testing/factories/papers.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { expect, ownerOf, type Somebody, test } from './customers.ts';
import { breakCall } from './faults.ts';
import { shifted, waitForever, watchShifts } from './layout-shifts.ts';
import { closeLoginAlerts, loginAlerts } from './login-alerts.ts';

/** Makes data for every widget of the dashboard, but nothing to sign and no documents that need attention. */
async function makeBelongings(robin: Somebody): Promise<void> {
  const { db, id } = robin.marina.tenant;
  const owner = ownerOf(robin);
  const days = { startDate: '2026-04-01', endDate: '2027-03-31', createdAt: new Date('2026-03-01T09:00:00Z') };
  await makeAgreement(db, owner, { ...days, type: 'Berthing licence', signedAt: new Date('2026-03-04T09:00:00Z') });
  await makeBoat(db, owner, 'Avocet');
  await makeOrder(db, owner, { taxPointDate: '2025-06-01', grossMinor: 10_000 });
  await makeWaitingListEntry(db, owner, { title: 'Annual berth', joinedOn: '2024-03-09' });
  await makeDocument(db, owner, await makeDocumentType(db, id, { name: 'Proof of insurance' }));
}

const listed = [
  'To do',
  'Your account',
  'Unpaid orders',
  'Agreements',
  'Your boat',
  'Notification preferences',
  'Waiting lists',
  'Documents',
];
const needsYouFirst = [
  'To do',
  'Unpaid orders',
  'Agreements',
  'Documents',
  'Your account',
  'Your boat',
  'Notification preferences',
  'Waiting lists',
];

for (const [width, order, colorScheme] of [
  [1280, listed, 'light'],
  [360, needsYouFirst, 'dark'],
] as const) {
  test(`[DASH-1] every widget shows the customer’s own data, in order, at ${width} px`, async ({ page, somebody }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 740 });
    const robin = await somebody({ consents: ['News of the harbour'] });
    await makeBelongings(robin);
    await page.goto(`${robin.url}/secure/dashboard`);
    await expect(page.getByRole('heading', { level: 1, name: 'Hello Robin' })).toBeVisible();
    const widget = (name: string) => page.getByRole('region', { name, exact: true });
    await expect(widget('Your account')).toContainText('Mrs Robin Test');
    await expect(widget('Unpaid orders')).toContainText('£100.00');
    await expect(widget('Agreements')).toContainText('Berthing licence');
    await expect(widget('Agreements')).toContainText('01 Apr 26 to 31 Mar 27');
    await expect(widget('Agreements')).toContainText('Signed on 04 Mar 26');
    await expect(widget('Your boat')).toContainText('Avocet');
    await expect(widget('Notification preferences')).toContainText('News of the harbour');
    await expect(widget('Waiting lists')).toContainText('Annual berth');
    await expect(widget('Documents').getByRole('term').filter({ hasText: 'Active' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(order);
    await expect(loginAlerts(page)).toBeHidden();
    await expectAccessible(page);
    await widget('Unpaid orders').getByRole('link', { name: 'View unpaid orders' }).click();
    await expect(page).toHaveURL(`${robin.url}/secure/orders/outstanding`);
  });
}

test('[DASH-7] the tasks come first: sign, pay, upload, complete the details, with dates and one button each', async ({
  page,
  somebody,
}) => {
  const robin = await somebody({ account: { mobile: '' } });
  const { db, id } = robin.marina.tenant;
  const owner = ownerOf(robin);
  await makeAgreement(db, owner, { type: 'Winter storage licence', startDate: '2026-11-01' });
  const licence = await makeAgreement(db, owner, { type: 'Berthing licence', startDate: '2026-04-01' });
  await makeOrder(db, owner, { taxPointDate: '2025-06-01', grossMinor: 2_550 });
  await makeOrder(db, owner, { taxPointDate: '2025-07-01', grossMinor: 104_988, agreementId: licence.id });
  const boatId = await makeBoat(db, owner, 'Teal');
  const insurance = await makeDocumentType(db, id, { name: 'Insurance', level: 'Boat' });
  await makeDocument(db, owner, insurance, { boatId, expiresOn: '2026-01-31' });
  await makeDocumentType(db, id, { name: 'Proof of identity' });
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  await makeDocument(db, owner, await makeDocumentType(db, id, { name: 'Gas check' }), { expiresOn: soon });
  await page.goto(`${robin.url}/secure/dashboard`);
  await closeLoginAlerts(page);
  const toDo = page.getByRole('main').getByRole('region', { name: 'To do' });
  await expect(toDo).toContainText('0 of 4 done');
  const tasks = toDo.getByRole('listitem');
  await expect(tasks).toHaveText([
    /^Sign 2 agreements.*Berthing licence, from 01 Apr 2026.*from 01 Nov 2026.*Sign Berthing licence$/s,
    /^£25\.50 is due.*Due since 01 Jun 2025.*£1,049\.88 after you sign.*View$/s,
    /^Upload 3 documents.*\(Teal\): expired on 31 Jan 2026.*identity: missing.*expires.*Replace Insurance, Teal$/s,
    /^Complete your details.*Mobile.*Edit$/s,
  ]);
  await expectAccessibleOnDeskAndPhone(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const gapAfterButton = (task: Element) => {
    const endOf = (part: Element | null) => part?.getBoundingClientRect().right ?? Number.NaN;
    return endOf(task) - endOf(task.querySelector('a, button'));
  };
  for (const task of await tasks.all()) await expect.poll(() => task.evaluate(gapAfterButton)).toBe(0);
  await expect(tasks.nth(0).getByRole('link')).toHaveAttribute('href', new RegExp(`/unsigned/${licence.guid}`));
  await tasks.nth(2).getByRole('button', { name: 'Replace Insurance, Teal' }).click();
  await expect(page.getByRole('dialog', { name: 'Upload: Insurance, Teal' })).toBeVisible();
});

test('[DASH-7] a customer without open tasks sees that, and the next due date', async ({ page, somebody }) => {
  const robin = await somebody();
  await makeOrder(robin.marina.tenant.db, ownerOf(robin), { taxPointDate: '2099-06-01', grossMinor: 2_550 });
  await page.goto(`${robin.url}/secure/dashboard`);
  const toDo = page.getByRole('main').getByRole('region', { name: 'To do' });
  await expect(toDo).toContainText('3 of 3 done');
  await expect(toDo).toContainText('You have nothing to do.');
  await expect(toDo).toContainText('Next: £25.50 on 01 Jun 2099');
  await expect(toDo.getByRole('listitem').first()).toHaveText('Nothing to sign done');
  await expect(toDo.getByRole('link')).toHaveCount(0);
});

test('[DASH-7] [ACC-1] a company is greeted by its name, and asked for no title and no first name', async ({
  page,
  somebody,
}) => {
  const names = { title: '', firstname: '', lastname: 'Kittiwake Charters Ltd' };
  const firm = await somebody({ account: { ...names, mobile: '' } });
  await page.goto(`${firm.url}/secure/dashboard`);
  await expect(page.getByRole('heading', { level: 1, name: 'Hello Kittiwake Charters Ltd' })).toBeVisible();
  const details = page.getByRole('region', { name: 'To do' }).getByRole('listitem').last();
  await expect(details).toHaveText(/^Complete your details\s*Mobile\s*Edit$/);
  await details.getByRole('link', { name: /^Edit/ }).click();
  await page.getByLabel('Mobile').fill('07700 900123');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(`${firm.url}/secure/dashboard`);
});

for (const [device, size] of [
  ['computer', { width: 1280, height: 800 }],
  ['phone', { width: 360, height: 740 }],
] as const)
  test(`[DASH-7] on a ${device} a slow list holds no other task back, and its task moves none of them`, async ({
    page,
    somebody,
  }) => {
    await page.setViewportSize(size);
    const robin = await somebody({ account: { mobile: '' } });
    const owner = ownerOf(robin);
    await makeAgreement(robin.marina.tenant.db, owner, { type: 'Berthing licence', startDate: '2026-04-01' });
    await makeDocumentType(robin.marina.tenant.db, robin.marina.tenant.id, { name: 'Proof of identity' });
    await watchShifts(page);
    await waitForever(page);
    const { mend } = await breakCall(page, listDocuments, 'waits');
    await page.goto(`${robin.url}/secure/dashboard`);
    const toDo = page.getByRole('main').getByRole('region', { name: 'To do' });
    const tasks = toDo.getByRole('listitem');
    await expect(tasks).toHaveText([/^Sign 1 agreement/, /^Nothing due/, 'Loading…', /^Complete your details/]);
    await expect(toDo.getByRole('list')).toHaveAttribute('aria-live', 'polite');
    await expect(tasks.first().getByRole('link', { name: /^Sign/ })).toBeVisible();
    await mend();
    await expect(tasks.nth(2)).toHaveText(/^Upload 1 document.*Proof of identity: missing/);
    await expect(toDo.getByRole('status')).toHaveText('1 of 4 done');
    // The bar fills from its start, although the second task is the one that is done.
    const parts = toDo.locator('div[aria-hidden=true] > span');
    await expect(parts).toHaveCount(4);
    await expect(parts.nth(0)).toHaveAttribute('data-done');
    await expect(parts.nth(1)).not.toHaveAttribute('data-done');
    await expect(page.locator('[data-loading]')).toHaveCount(0);
    expect(await shifted(page)).toEqual([]);
  });

test('[DASH-7] without online payment it shows the amount due and leads to the orders', async ({ page, somebody }) => {
  const robin = await somebody();
  await makeOrder(robin.marina.tenant.db, ownerOf(robin), { taxPointDate: '2025-06-01', grossMinor: 2_550 });
  await page.goto(`${robin.url}/secure/dashboard`);
  const task = page.getByRole('region', { name: 'To do' }).getByRole('listitem').filter({ hasText: '£25.50 is due' });
  await task.getByRole('link', { name: 'View £25.50' }).click();
  await expect(page).toHaveURL(/\/secure\/orders\/outstanding/);
});

test('[SHELL-278] on a wide dashboard the taller column of cards ends where the page ends', async ({
  page,
  somebody,
}) => {
  const robin = await somebody({ consents: ['News of the harbour'] });
  await makeBelongings(robin);
  await makeBoat(robin.marina.tenant.db, ownerOf(robin), 'Bittern');
  await page.goto(`${robin.url}/secure/dashboard`);
  await expect(page.getByText('Bittern')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const below = () =>
    page.getByRole('region', { name: 'Your boats' }).evaluate((boats) => {
      const widgets = boats.closest('[data-waits]') ?? boats;
      const ends = [...widgets.children].map((widget) => widget.getBoundingClientRect().bottom);
      return Math.round(widgets.getBoundingClientRect().bottom - Math.max(...ends));
    });
  for (const width of [800, 1000, 1280, 1500]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(below, `${width} px`).toBe(16);
  }
});

test('[DASH-1] each widget of a customer without data says so', async ({ page, somebody }) => {
  const { url } = await somebody();
  await page.goto(`${url}/secure/dashboard`);
  const widget = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(widget('Unpaid orders')).toContainText('You have no unpaid orders.');
  await expect(widget('Agreements')).toContainText('You have no agreements.');
  await expect(widget('Your boats')).toContainText('There is no boat on your account yet.');
  await expect(widget('Notification preferences')).toContainText('There are no messages to choose.');
  await expect(widget('Waiting lists')).toContainText('You are not on a waiting list.');
  await expect(widget('Documents')).toContainText('The marina does not need documents from you.');
  await expectAccessible(page);
});

for (const [what, settings, permissions, gone] of [
  ['invoicing', {}, { invoicingEnabled: false }, 'Unpaid orders'],
  ['agreements', { agreementsEnabled: false }, {}, 'Agreements'],
  ['notification preferences', {}, { showNotificationPreferences: false }, 'Notification preferences'],
  ['waiting lists', {}, { showWaitingLists: false }, 'Waiting lists'],
] as const) {
  test(`[DASH-1] [LOGIN-13] a marina without ${what} has no such widget`, async ({ page, somebody }) => {
    const robin = await somebody({ settings, permissions });
    await makeBelongings(robin);
    await page.goto(`${robin.url}/secure/dashboard`);
    await expect(page.getByRole('region', { name: 'Documents' })).toContainText('Active');
    const others = listed.filter((name) => name !== gone);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(others);
  });
}

for (const [call, failing] of [
  [getAccount, ['Your account', 'Notification preferences']],
  [getSummary, ['Unpaid orders', 'Your boats', 'Waiting lists']],
  [listAccountAgreements, ['Agreements']],
  [listDocuments, ['Documents']],
] as const) {
  test(`[DASH-1] if ${call.name} fails, ${failing.join(', ')} say so and can be tried again; the rest stands`, async ({
    page,
    somebody,
  }) => {
    const robin = await somebody({ consents: ['News of the harbour'] });
    await makeBelongings(robin);
    const broken = await breakCall(page, call, 'fails');
    await page.goto(`${robin.url}/secure/dashboard`);
    for (const name of failing) {
      const widget = page.getByRole('region', { name, exact: true });
      await expect(widget.getByRole('alert')).toContainText('could not be loaded');
      await expect(widget.getByRole('alert')).toContainText('Reference:');
    }
    const known: Record<string, string> = {
      'Your account': 'Mrs Robin Test',
      'Unpaid orders': '£100.00',
      Agreements: 'Berthing licence',
      'Waiting lists': 'Annual berth',
      Documents: 'Active',
    };
    const standing = Object.entries(known).filter(([name]) => !(failing as readonly string[]).includes(name));
    for (const [name, text] of standing)
      await expect(page.getByRole('region', { name, exact: true })).toContainText(text);
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(failing.length);
    await expectAccessible(page);
    await broken.mend();
    await page
      .getByRole('region', { name: failing[0], exact: true })
      .getByRole('button', { name: 'Try again' })
      .click();
    await expect(page.getByRole('region', { name: failing[0], exact: true })).toContainText(known[failing[0]] ?? '');
    // One call failed once. The other widgets use its answer too.
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  });
}

test('[DASH-1] while one widget waits for its answer, it shows its layout and the others what they know', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  await makeBelongings(robin);
  const slow = await breakCall(page, listDocuments, 'waits');
  await page.goto(`${robin.url}/secure/dashboard`);
  await expect(page.getByRole('region', { name: 'Agreements' })).toContainText('Berthing licence');
  const documents = page.getByRole('region', { name: 'Documents' });
  await expect(documents.getByRole('status')).toContainText('Loading…');
  await slow.mend();
  await expect(documents).toContainText('Active');
});

test('[DASH-1] [SHELL-6] at most five agreements: those to sign first and counted, then the newest', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { db } = robin.marina.tenant;
  const march = (date: number) => new Date(`2026-03-${String(date).padStart(2, '0')}T09:00:00Z`);
  for (const date of [2, 4, 6, 8]) {
    await makeAgreement(db, ownerOf(robin), { type: `Signed ${date}`, signedAt: march(20), createdAt: march(date) });
  }
  await makeAgreement(db, ownerOf(robin), { type: 'To sign 1', createdAt: march(1) });
  await makeAgreement(db, ownerOf(robin), { type: 'To sign 3', createdAt: march(3) });
  await page.goto(`${robin.url}/secure/dashboard`);
  await closeLoginAlerts(page);
  const agreements = page.getByRole('region', { name: 'Agreements' });
  const types = agreements.getByRole('listitem').locator('strong');
  await expect(types).toHaveText(['To sign 3', 'To sign 1', 'Signed 8', 'Signed 6', 'Signed 4']);
  await expect(agreements.getByRole('listitem').nth(0)).toContainText('To sign');
  await expect(agreements).toContainText('2 to sign');
  await expect(agreements).toContainText('5 of 6');
  const links = agreements.getByRole('listitem').getByRole('link');
  await expect(links).toHaveText(['Sign', 'Sign', 'View', 'View', 'View']);
  await expect(links.first()).toHaveAttribute(
    'href',
    /unsigned\/.*referrer=%2Fsecure%2Fdashboard.*hideCloseButton=true/,
  );
  await expect(links.last()).toHaveAttribute('href', /\/secure\/agreements\/signed\//);
  await expectAccessible(page);
  await agreements.getByRole('link', { name: 'See all' }).click();
  await expect(page).toHaveURL(`${robin.url}/secure/agreements`);
});

for (const [measurementSystem, unit] of [
  ['Imperial', 'ft'],
  ['Metric', 'm'],
] as const) {
  test(`[DASH-2] [DASH-6] a boat with all that a marina needs to know, in ${unit}`, async ({ page, somebody }) => {
    const culture = { ...sampleSettings().culture, measurementSystem };
    const robin = await somebody({ settings: { culture } });
    await makeBoat(robin.marina.tenant.db, ownerOf(robin), 'Kittiwake');
    await page.goto(`${robin.url}/secure/dashboard`);
    const boat = page.getByRole('region', { name: 'Your boat' });
    for (const text of ['Kittiwake', 'Sailing yacht', 'Owner', 'Sticker SM-0042'])
      await expect(boat).toContainText(text);
    await expect(boat.getByRole('definition')).toHaveText([`9.40 ${unit}`, `3.10 ${unit}`, `1.65 ${unit}`]);
  });
}

test('[DASH-6] [SHELL-17] places on waiting lists with their days, ranked or not', async ({ page, somebody }) => {
  const robin = await somebody();
  const { db } = robin.marina.tenant;
  await makeWaitingListEntry(db, ownerOf(robin), { title: 'Annual berth', joinedOn: '2024-03-09', position: 4 });
  const mooring = { title: 'Swinging mooring', type: 'Mooring', position: null, joinedOn: null };
  await makeWaitingListEntry(db, ownerOf(robin), { ...mooring, addedOn: '2025-10-02' });
  await page.goto(`${robin.url}/secure/dashboard`);
  const places = page.getByRole('region', { name: 'Waiting lists' }).getByRole('listitem');
  await expect(places.nth(0)).toContainText(/Annual berth.*Berth.*09\/03\/2024.*09\/03\/2024.*Position 4/s);
  await expect(places.nth(1)).toContainText(/Swinging mooring.*Mooring.*02\/10\/2025.*02\/10\/2025.*Not ranked/s);
});

test('[DASH-1] [DOC-5] documents: the counts of each state, the first three to mend, and those that end soon', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { db, id } = robin.marina.tenant;
  const owner = ownerOf(robin);
  const boatId = await makeBoat(db, owner, 'Teal');
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const type = (name: string, level: 'Account' | 'Boat' = 'Account') =>
    makeDocumentType(db, id, { name, level, promptInPortal: false });
  await makeDocument(db, owner, await type('Identity'), { expiresOn: inDays(400) });
  await makeDocument(db, owner, await type('Licence'), { expiresOn: inDays(10) });
  await makeDocument(db, owner, await type('Insurance', 'Boat'), { boatId, expiresOn: '2026-01-31' });
  for (const name of ['Registration', 'Gas check', 'Survey']) await type(name, 'Boat');
  await page.goto(`${robin.url}/secure/dashboard`);
  const documents = page.getByRole('region', { name: 'Documents' });
  await expect(documents.getByRole('term')).toHaveText(['Active', 'Expires soon', 'Expired', 'Missing']);
  await expect(documents.getByRole('definition')).toHaveText(['1', '1', '1', '3']);
  const urgent = documents.getByRole('listitem');
  await expect(urgent).toHaveCount(4);
  await expect(urgent.nth(0)).toContainText(/Insurance.*Teal.*Expired on 31 Jan 2026.*Expired/s);
  await expect(urgent.nth(1)).toContainText(/Registration.*Teal.*Waiting for document/s);
  await expect(urgent.nth(3)).toContainText(
    /Licence.*Your account.*Expires soon, on \d\d \w{3,4} \d{4}.*Expires soon/s,
  );
  // The marina prompts for none of these, so there is no alert.
  await expect(loginAlerts(page)).toBeHidden();
});
