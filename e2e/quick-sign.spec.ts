import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { openLocalFolder } from '../apps/server/src/providers/files/local-folder.ts';
import { makeStoredFile } from '../apps/server/src/testing/factories/agreements.ts';
import { makeAccount } from '../apps/server/src/testing/factories/factories.ts';
import { makeAgreement, makeOrder } from '../apps/server/src/testing/factories/orders.ts';
import { sampleFiles } from '../apps/server/src/testing/sample-files.ts';
import { expectAccessible } from './accessible.ts';
import { readAddresses } from './addresses.ts';
import { draw, expectInactive, makeLicence, readToEnd, signButton, steps, storedSignature } from './agreements.ts';
import { expect, ownerOf, type Somebody, test } from './customers.ts';
import { findInMail } from './mail.ts';

/** The build's manifest, which tells the chunk of a module. */
const manifest = JSON.parse(readFileSync(new URL('../apps/portal/dist/.vite/manifest.json', import.meta.url), 'utf8'));
const chunkOf = (module: string): string => manifest[module].file;

/** Changes the marina's address. */
async function putAt({ marina: { tenant } }: Somebody, address: string): Promise<void> {
  await tenant.db.updateTable('sites').set({ address }).where('tenant_id', '=', tenant.id).execute();
}

// Without motion, axe never checks a colour in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('[AGR-8] [AGR-9] a letter’s link shows whose the agreement is and its deadline, and takes a signature', async ({
  page,
  context,
  somebody,
}) => {
  const robin = await somebody();
  await putAt(robin, 'The Quay House<br/>1 <b>Quay</b> Road<br/>Saltmarsh');
  const { id, guid } = await makeLicence(robin);
  await context.clearCookies();
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(`${robin.url}/quick-sign/${guid}?guid=${robin.account.guid}&orderGuid=${randomUUID()}`);
  await expect(page).toHaveTitle('Berthing licence · Sample Marina');
  await expect(page.getByText('01 Apr 2026 to 31 Mar 2027')).toBeVisible();
  const head = page.getByRole('banner');
  const lines = head.locator('address > span');
  await expect(lines).toHaveText(['Main Basin', 'The Quay House', '1 <b>Quay</b> Road', 'Saltmarsh']);
  await expect(head.getByRole('link')).toHaveAttribute('href', /^tel:\+?\d+$/);
  await expect(head.getByRole('img')).toBeVisible();
  // The name is filled in and locked. The address is empty, with a hint.
  await expect(page.getByLabel('Full name')).toHaveValue('Mrs Robin Test');
  await expect(page.getByLabel('Full name')).not.toBeEditable();
  const email = page.getByRole('textbox', { name: 'E-mail address' });
  await expect(email).toHaveValue('');
  await expect(email).toHaveAccessibleDescription(/r\*+@example\.com/);
  await expectAccessible(page);
  expect(loaded).not.toContain(`/${chunkOf('src/routes/secure/layout/layout.tsx')}`);

  await page.setViewportSize({ width: 767, height: 900 });
  await expect(lines).toHaveText(['Main Basin, The Quay House, 1 <b>Quay</b> Road, Saltmarsh']);
  await head.getByLabel('Language').selectOption('fr-FR');
  await expect(page.getByText('Lisez le contrat jusqu’au bout', { exact: true })).toBeVisible();
  await head.getByLabel('Langue').selectOption('en-GB');

  await email.fill('ROBIN.test@example.com');
  await readToEnd(page);
  await expect(steps(page).first()).toContainText('done');
  await expect(page.getByText('E-mail confirmed')).toBeVisible();
  await draw(page);
  await signButton(page).click();
  await expect(page.getByText('Thank you')).toBeVisible();
  expect(await storedSignature(robin, id)).toMatchObject({ full_name: 'Mrs Robin Test', method: 'drawn' });
  const paper = await page
    .getByRole('link', { name: 'Download' })
    .evaluate(async (link: HTMLAnchorElement) => (await (await fetch(link.href)).text()).slice(0, 5));
  expect(paper).toBe('%PDF-');
  // A change of language loads the agreement again. The thanks and the download stay.
  const again = page.waitForResponse((response) => response.url().includes(`/unsigned/${guid}`));
  await head.getByLabel('Language').selectOption('fr-FR');
  await again;
  await expect(page.getByText('Merci', { exact: true })).toBeVisible();
  await head.getByLabel('Langue').selectOption('en-GB');
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close window' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('This agreement has already been signed.')).toBeVisible();
  await expect(page.locator('canvas')).toHaveCount(0);
});

test('[AGR-5] [AGR-8] a link that can’t sign says so; an unknown signer gives a name and an e-mail code', async ({
  page,
  context,
  mailboxUrl,
  somebody,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  const robin = await somebody();
  const withdrawn = await makeAgreement(robin.marina.tenant.db, ownerOf(robin), { withdrawnAt: new Date() });
  const { marina } = robin;
  const unknown = await makeAccount(marina.tenant, { email: '' });
  const { id, guid } = await makeLicence({ marina, account: unknown });
  await context.clearCookies();
  const messages = [
    [randomUUID(), 'We cannot find this agreement'],
    ['nonsense', 'We cannot find this agreement'],
    [withdrawn.guid, 'The marina has withdrawn this agreement.'],
  ];
  for (const [link, message = ''] of messages) {
    await page.goto(`${robin.url}/quick-sign/${link}`);
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByRole('banner').getByRole('img')).toBeVisible();
  }
  await expectAccessible(page);

  // Another account's guid fills in nothing.
  await page.goto(`${robin.url}/quick-sign/${guid}?guid=${randomUUID()}`);
  const fullName = page.getByLabel('Full name');
  await expect(fullName).toHaveValue('');
  await expect(fullName).toBeDisabled();
  const address = `${randomUUID()}@example.com`;
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(address);
  await readToEnd(page);
  await expect(page.getByText('Send a code to this address to confirm that it is yours.')).toBeVisible();
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const code = page.getByLabel('Code from the e-mail');
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await expect(page.getByText('We have sent a code to this address.')).toBeVisible();
  const mailed = await findInMail(context, mailboxUrl, address, /(?<=Code\s+)\d{6}/);
  await code.fill(mailed === '000000' ? '000001' : '000000');
  await expect(page.getByText('This code is incorrect or has expired.')).toBeVisible();
  await expect(fullName).toBeDisabled();
  await expectAccessible(page);
  await code.fill(mailed);
  await expect(page.getByText('E-mail confirmed')).toBeVisible();
  await expect(fullName).toBeEnabled();
  await draw(page);
  await expect(signButton(page)).toHaveAttribute('aria-disabled', 'true');
  await fullName.fill('Robin T. Test');
  await signButton(page).click();
  await expect(page.getByText('Thank you')).toBeVisible();
  expect(await storedSignature(robin, id)).toMatchObject({ full_name: 'Robin T. Test', email: address });
});

test('[AGR-4] [AGR-6] without a text to read, the e-mail address alone makes the pad active', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { id, guid } = await makeAgreement(robin.marina.tenant.db, ownerOf(robin), { type: 'Gate pass' });
  await page.goto(`${robin.url}/secure/agreements/unsigned/${guid}`);
  await expect(steps(page)).toHaveText(['Enter your e-mail address, done', '2Sign']);
  const email = page.getByRole('textbox', { name: 'E-mail address' });
  await email.fill('');
  await expectInactive(page);
  await expect(signButton(page)).toHaveAccessibleDescription(
    'To sign, confirm your e-mail address, and add your name and signature.',
  );
  await email.fill('robin.test@example.com');
  await draw(page);
  await signButton(page).click();
  await expect(page.getByText('Thank you')).toBeVisible();
  expect(await storedSignature(robin, id)).toMatchObject({ full_name: 'Mrs Robin Test', declaration_hash: null });
});

test('[AGR-7] [AGR-8] a button closes a window that a script opened; another’s order leads back to nothing', async ({
  page,
  context,
  somebody,
}) => {
  const robin = await somebody();
  const { marina } = robin;
  const other = await makeAccount(marina.tenant, { firstname: 'Kit' });
  const { guid: orderGuid } = await makeOrder(marina.tenant.db, ownerOf({ marina, account: other }));
  const { guid } = await makeLicence(robin);
  await context.clearCookies();
  await page.goto(`${robin.url}/login`);
  const opened = page.waitForEvent('popup');
  const link = `${robin.url}/quick-sign/${guid}?guid=${robin.account.guid}&orderGuid=${orderGuid}`;
  await page.evaluate((url) => void window.open(url), link);
  const popup = await opened;
  await popup.getByRole('textbox', { name: 'E-mail address' }).fill('robin.test@example.com');
  await readToEnd(popup);
  await draw(popup);
  const looked = popup.waitForResponse((response) => response.url().endsWith(`/order/${orderGuid}`));
  await signButton(popup).click();
  await expect(popup.getByText('Thank you')).toBeVisible();
  // Not its end, which the browser sometimes doesn't tell of a window that a script opened.
  await looked;
  // The page draws what the answer changes in the next frame.
  await popup.evaluate(() => new Promise((drawn) => setTimeout(drawn, 500)));
  await expect(popup.getByRole('link', { name: 'Back to payment' })).toHaveCount(0);
  const closed = popup.waitForEvent('close');
  // A window that closes at once ends the click with an error.
  await Promise.all([
    closed,
    popup
      .getByRole('button', { name: 'Close window' })
      .click()
      .catch(() => undefined),
  ]);
});

test('[SHELL-172] links to an agreement that nobody can sign any more say so, and what to do', async ({
  page,
  somebody,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const robin = await somebody();
  const { db } = robin.marina.tenant;
  const order = async (about: Parameters<typeof makeAgreement>[2]) => {
    const agreement = await makeAgreement(db, ownerOf(robin), { type: 'Berthing licence', ...about });
    return { agreement, ...(await makeOrder(db, ownerOf(robin), { agreementId: agreement.id })) };
  };
  const withdrawn = await order({ withdrawnAt: new Date() });
  const expired = await order({ signBy: '2026-01-31' });
  const noSigning = async () => {
    await expect(page.getByRole('main').getByRole('link', { name: /^Sign/ })).toHaveCount(0);
    await expect(page).not.toHaveTitle(/Sign/);
  };
  for (const { guid, agreement } of [withdrawn, expired]) {
    await page.goto(`${robin.url}/quick-pay/${guid}`);
    await expect(page.getByText('The agreement “Berthing licence” can no longer be signed')).toBeVisible();
    await expect(page.getByText(/To pay this order, call the marina office: \S+/)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
    await noSigning();
    await page.goto(`${robin.url}/quick-sign/${agreement.guid}?orderGuid=${guid}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This agreement can no longer be signed');
    await expect(page.getByText(/Questions\? Call the marina office: \S+/)).toBeVisible();
    await expectAccessible(page);
    await noSigning();
    // The order may wait for another agreement by now.
    await page.getByRole('link', { name: 'Back to payment' }).click();
    await expect(page).toHaveURL(`${robin.url}/quick-pay/${guid}`);
  }
  await page.goto(`${robin.url}/secure/orders/outstanding?order=${withdrawn.id}`);
  const asksOffice = 'can no longer be signed: contact the marina office to pay';
  await expect(page.getByText(asksOffice)).toHaveCount(3);
  await noSigning();
  await page.goto(`${robin.url}/secure/account/order/${expired.id}`);
  await expect(page.getByText(asksOffice)).toBeVisible();
  await noSigning();
  await page.goto(`${robin.url}/secure/account/order-history`);
  await expect(page.getByRole('main').getByRole('link', { name: /^View order/ })).toHaveCount(2);
  await noSigning();
  await page.goto(`${robin.url}/secure/dashboard`);
  await expect(page.getByText('£200.00 is due')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Unpaid orders', exact: true })).toContainText('£200.00');
  await expect(page.getByText('Waiting for your signature')).toHaveCount(0);
});

test('[AGR-4] [AGR-8] a PDF to read opens by the link, and its signer says that they have read it', async ({
  page,
  context,
  somebody,
}) => {
  const robin = await somebody();
  const { id, guid } = await makeTerms(robin);
  await context.clearCookies();
  await page.goto(`${robin.url}/quick-sign/${guid}?guid=${robin.account.guid}`);
  const terms = page.getByRole('link', { name: 'Scan.pdf' });
  await expect(terms).toHaveAttribute('href', new RegExp(`/agreement/${guid}/download$`));
  const read = await terms.evaluate(async (link: HTMLAnchorElement) => {
    const answer = await fetch(link.href);
    return { status: answer.status, content: [...(await answer.bytes())] };
  });
  expect(read).toEqual({ status: 200, content: [...sampleFiles.pdf] });
  await expect(steps(page).first()).toHaveText(/Read the agreement to the end$/);
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('robin.test@example.com');
  await expect(page.getByText('E-mail confirmed')).toBeVisible();
  await expectInactive(page);
  const isRead = page.getByRole('checkbox', { name: 'I have read the agreement' });
  await isRead.check();
  await expect(steps(page).first()).toContainText('done');
  await expectAccessible(page);
  await draw(page);
  await signButton(page).click();
  await expect(page.getByText('Thank you')).toBeVisible();
  expect(await storedSignature(robin, id)).toMatchObject({ full_name: 'Mrs Robin Test', declaration_hash: null });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[AGR-4] [AGR-8] a PDF to read is linked, and the form asks whether it was read', async ({ page, person }) => {
    const robin = await person();
    const { guid } = await makeTerms(robin);
    await page.goto(`${robin.url}/quick-sign/${guid}?guid=${robin.account.guid}`);
    await expect(page.getByRole('link', { name: 'Scan.pdf' })).toBeVisible();
    const isRead = page.getByRole('checkbox', { name: 'I have read the agreement' });
    await expect(isRead).toHaveCount(1);
    await expect(isRead).toHaveAttribute('required');
  });
});

/** Makes an agreement to sign whose text is a PDF. */
async function makeTerms(robin: Pick<Somebody, 'marina' | 'account'>) {
  const { db } = robin.marina.tenant;
  const agreement = await makeAgreement(db, ownerOf(robin), { type: 'Mooring terms' });
  const paper = { agreementId: agreement.id, content: sampleFiles.pdf, kind: 'reading' } as const;
  await makeStoredFile(db, openLocalFolder(readAddresses().filesFolder), ownerOf(robin), paper);
  return agreement;
}

test('[SHELL-23] on no phone a postcode breaks, or stands apart from its town', async ({ page, context, somebody }) => {
  const robin = await somebody();
  const { guid } = await makeLicence(robin);
  await context.clearCookies();
  const linesOf = (part: string) =>
    page.locator('address').evaluate((address, text) => {
      const walker = document.createTreeWalker(address, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const start = (walker.currentNode.textContent ?? '').indexOf(text);
        if (start < 0) continue;
        const range = new Range();
        range.setStart(walker.currentNode, start);
        range.setEnd(walker.currentNode, start + text.length);
        return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
      }
      return 0;
    }, part);
  for (const [address, part] of [
    ['Saltern Quay<br/>Lymington<br/>SO41 0QX', 'SO41 0QX'],
    ['2 quai des Pêcheurs, 83600 Fréjus', '83600 Fréjus'],
  ] as const) {
    await putAt(robin, address);
    await page.goto(`${robin.url}/quick-sign/${guid}?guid=${robin.account.guid}`);
    for (let width = 260; width <= 480; width += 10) {
      await page.setViewportSize({ width, height: 740 });
      await expect(page.locator('address > span')).toHaveCount(1);
      expect([width, await linesOf(part)]).toEqual([width, 1]);
    }
  }
});
