import { signAgreement, validateAgreementEmail } from '@quayside/contract/agreements/agreement-signing.ts';
import { changeDeclaration, makeReadableAgreement } from '../apps/server/src/testing/factories/agreements.ts';
import { expectAccessible } from './accessible.ts';
import {
  clearButton,
  dot,
  draw,
  expectInactive,
  inkOn,
  longText,
  makeLicence,
  pad,
  readToEnd,
  signButton,
  steps,
  storedSignature,
  textBox,
} from './agreements.ts';
import { expect, ownerOf, type Somebody, test } from './customers.ts';
import { breakCall } from './faults.ts';

const unsignedPath = ({ url }: Somebody, guid: string, search = '') =>
  `${url}/secure/agreements/unsigned/${guid}${search}`;
// Without motion, axe never checks a colour in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const right = 'robin.test@example.com';

test('[AGR-4] a text that fits into its box counts as read at once, without scrolling', async ({ page, somebody }) => {
  const robin = await somebody();
  const short = { type: 'Berthing licence', html: '<h1>Licence</h1><p>Keep it tidy.</p>' };
  const { guid } = await makeReadableAgreement(robin.marina.tenant.db, ownerOf(robin), short);
  await page.goto(unsignedPath(robin, guid));
  await expect(textBox(page)).toContainText('Keep it tidy.');
  await expect(steps(page).first()).toHaveText('Read the agreement to the end, done');
});

test('[AGR-70] a screen reader hears that the text is read to its end', async ({ page, somebody }) => {
  const robin = await somebody();
  const { guid } = await makeLicence(robin);
  await page.goto(unsignedPath(robin, guid));
  const heard = page.locator('[aria-live=polite][aria-atomic=true]').filter({ hasText: 'Read the agreement' });
  await expect(heard).toHaveText('1Read the agreement to the end');
  await readToEnd(page);
  await expect(heard).toHaveText('Read the agreement to the end, done');
});

test('[AGR-33] the text fades out at the foot of its box while it goes on, and not at its end', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { guid } = await makeLicence(robin);
  await page.goto(unsignedPath(robin, guid));
  await expect(page.getByText('E-mail confirmed')).toBeVisible();
  /** Returns true if the fading covers any of the text: the box looks different without it. */
  const fades = async () => {
    const look = () => textBox(page).screenshot({ animations: 'disabled' });
    const faded = await look();
    const wear = (css: string) =>
      page.evaluate((rules) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(rules);
        document.adoptedStyleSheets = [sheet];
      }, css);
    await wear('section::after { visibility: hidden }');
    const plain = await look();
    await wear('');
    return !faded.equals(plain);
  };
  /** Returns the distance from the last line of the text to the part that fades. */
  const roomBelow = () =>
    textBox(page).evaluate((box) => {
      const last = box.firstElementChild?.lastElementChild?.getBoundingClientRect().bottom ?? Number.NaN;
      return box.getBoundingClientRect().bottom - Number.parseFloat(getComputedStyle(box, '::after').height) - last;
    });
  for (const [colorScheme, forcedColors] of [
    ['light', 'none'],
    ['dark', 'active'],
  ] as const) {
    await page.emulateMedia({ colorScheme, forcedColors });
    await textBox(page).evaluate((box) => box.scrollTo({ top: 0, behavior: 'instant' }));
    expect(await fades()).toBe(true);
    expect(await roomBelow()).toBeLessThan(0);
    await readToEnd(page);
    expect(await roomBelow()).toBeGreaterThanOrEqual(0);
  }
});

test('[AGR-4] [AGR-5] [AGR-6] the pad is active once the text is read and the e-mail valid, each at its time', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { guid } = await makeLicence(robin);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/validate-email')) requests.push(String(request.postDataJSON().email));
  });
  await page.clock.install();
  await page.goto(unsignedPath(robin, guid));
  // A known address is checked at once, and the name can't be changed.
  await expect(page.getByText('E-mail confirmed')).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue('Mrs Robin Test');
  await expect(page.getByLabel('Full name')).not.toBeEditable();
  expect(await textBox(page).evaluate((box: HTMLElement) => box.offsetHeight)).toBe(500);
  await expect(steps(page)).toHaveText(['1Read the agreement to the end', 'Enter your e-mail address, done', '3Sign']);
  await expectInactive(page);
  await expectAccessible(page);

  await page.clock.pauseAt(Date.now() + 600_000);
  /** Lets time pass until a text shows. Timers also render the effects of an answer. */
  const passUntil = (words: string) =>
    expect(async () => {
      await page.clock.runFor(20);
      await expect(page.getByText(words)).toBeVisible({ timeout: 50 });
    }).toPass({ intervals: [50] });
  await readToEnd(page);
  await expect(steps(page).first()).not.toContainText('done');
  await page.clock.runFor(100);
  await expect(steps(page).first()).toContainText('done');

  const email = page.getByRole('textbox', { name: 'E-mail address' });
  await email.fill('somebody.else@example.com');
  await page.clock.runFor(700);
  await email.fill('nobody@example.com');
  await page.clock.runFor(749);
  await expect(page.getByText('Checking…')).toBeVisible();
  expect(requests).toEqual([right]);
  await page.clock.runFor(1);
  await passUntil('The marina does not have this e-mail address');
  expect(requests).toEqual([right, 'nobody@example.com']);
  await expectInactive(page);

  await email.fill('');
  await page.clock.runFor(2_000);
  await expectInactive(page);
  expect(requests).toHaveLength(2);

  const check = await breakCall(page, validateAgreementEmail, 'fails');
  await email.fill(` ${right.toUpperCase()}`);
  await page.clock.runFor(750);
  await passUntil('Something went wrong');
  await expectInactive(page);
  await check.mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await passUntil('E-mail confirmed');

  await draw(page);
  await page.clock.resume();
  await clearButton(page).click();
  await expect(clearButton(page)).toHaveCount(0);
  await expect(signButton(page)).toHaveAttribute('aria-disabled', 'true');
  // The text is read and the address is valid, so only the signature is missing.
  await expect(signButton(page)).toHaveAccessibleDescription('To sign, add your name and signature.');
  await draw(page);
  await expect(signButton(page)).not.toHaveAttribute('aria-disabled');
  await expect(pad(page)).toHaveCSS('width', '500px');
  await expect(pad(page)).toHaveCSS('height', '300px');

  const before = await inkOn(page);
  await page.setViewportSize({ width: 360, height: 740 });
  // The pad is as wide as the fields above it, and 30 px narrower than its wrapper. These are asked for together,
  // because a browser may draw a page once more between its new size and its new layout.
  const widths = () =>
    pad(page).evaluate((canvas) => ({
      pad: canvas.getBoundingClientRect().width,
      wrapper: canvas.parentElement?.parentElement?.clientWidth,
      field: document.querySelector('input[name="fullName"]')?.getBoundingClientRect().width,
    }));
  await expect.poll(widths).toEqual({ pad: 294, wrapper: 324, field: 294 });
  const after = await inkOn(page);
  for (const [place, part] of before.entries()) expect(after[place]).toBeCloseTo(part, 1);
});

test('[AGR-12] the pad takes strokes although its library failed to load: at a touch, or online again', async ({
  page,
  context,
  somebody,
}) => {
  const robin = await somebody();
  const { guid } = await makeLicence(robin);
  const library = '**/assets/signature_pad-*';
  const paper = page.locator('[data-active] > canvas');
  const openAndRead = async () => {
    await page.route(library, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('signature_pad'));
    await page.goto(unsignedPath(robin, guid));
    await failed;
    await expect(page.getByText('E-mail confirmed')).toBeVisible();
    await readToEnd(page);
    await expect(steps(page).first()).toContainText('done');
    await expect(paper).toHaveCount(0);
  };
  await openAndRead();
  await page.unroute(library);
  await pad(page).click();
  await draw(page);
  await expect(clearButton(page)).toBeVisible();

  await openAndRead();
  await context.setOffline(true);
  await page.unroute(library);
  await context.setOffline(false);
  await expect(paper).toBeVisible();
});

test('[AGR-12] the pad is ready before it is needed, so that a lost connection does not keep it grey', async ({
  page,
  context,
  somebody,
}) => {
  const robin = await somebody();
  const { guid } = await makeLicence(robin);
  await page.goto(unsignedPath(robin, guid), { waitUntil: 'networkidle' });
  await expect(page.getByText('E-mail confirmed')).toBeVisible();
  await context.setOffline(true);
  await readToEnd(page);
  await draw(page);
  await expect(clearButton(page)).toBeVisible();
});

test.describe('on a sharp screen', () => {
  test.use({ deviceScaleFactor: 3, viewport: { width: 360, height: 740 }, colorScheme: 'dark' });

  test('[AGR-6] [AGR-7] [SHELL-6] a customer signs on a phone, from the list to the thanks and back', async ({
    page,
    somebody,
  }) => {
    const robin = await somebody();
    const { id, guid } = await makeLicence(robin);
    await page.goto(`${robin.url}/secure/agreements`);
    const card = page.getByRole('list', { name: 'Agreements' }).getByRole('listitem');
    await expect(card).toContainText(/Berthing licence\s*To sign\s*01 Apr 26 to 31 Mar 27/);
    await expectAccessible(page);
    await card.getByRole('link', { name: 'Sign Berthing licence' }).click();
    await expect(page).toHaveURL(
      unsignedPath(robin, guid, '?referrer=%2Fsecure%2Fagreements&referrerText=Back+to+agreements'),
    );
    await readToEnd(page);
    await expect(steps(page).first()).toContainText('done');
    await expect(page.getByText('E-mail confirmed')).toBeVisible();
    await draw(page);
    const { sharp, wide } = await pad(page).evaluate((canvas: HTMLCanvasElement) => ({
      sharp: canvas.width,
      wide: canvas.clientWidth,
    }));
    expect(sharp).toBe(wide * 3);
    await expectAccessible(page);
    await signButton(page).click();

    await expect(page.getByText('Thank you')).toBeVisible();
    await expectAccessible(page);
    expect(await storedSignature(robin, id)).toMatchObject({
      full_name: 'Mrs Robin Test',
      email: right,
      method: 'drawn',
      user_agent: await page.evaluate(() => navigator.userAgent),
    });
    const paper = await page.getByRole('link', { name: 'Download' }).evaluate(async (link: HTMLAnchorElement) => {
      const answer = await fetch(link.href);
      return { type: answer.headers.get('content-type'), begins: (await answer.text()).slice(0, 5) };
    });
    expect(paper).toEqual({ type: 'application/pdf', begins: '%PDF-' });
    await page.getByRole('button', { name: 'Close window' }).click();
    await expect(page.getByText('You can close this page.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to agreements' }).click();
    await expect(page).toHaveURL(`${robin.url}/secure/agreements`);
    await expect(card).toContainText('Signed');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Agreements' });
    await expect(entry).toHaveText('Agreements');
    // A signed agreement redirects to its own page.
    await page.goto(unsignedPath(robin, guid));
    await expect(page).toHaveURL(`${robin.url}/secure/agreements/signed/${guid}`);
  });
});

test.describe('at 200 % zoom', () => {
  test.use({ deviceScaleFactor: 2, viewport: { width: 640, height: 400 } });

  test('[AGR-3] [AGR-4] [AGR-7] without a pointer: read, typed and signed; the way back leads to no stranger', async ({
    page,
    somebody,
  }) => {
    const robin = await somebody();
    const { id, guid } = await makeLicence(robin);
    const stranger = `?referrer=${encodeURIComponent('//evil.example/')}&referrerText=${'x'.repeat(61)}`;
    await page.goto(unsignedPath(robin, guid, `${stranger}&hideCloseButton=true`));
    await expect(page.getByText('E-mail confirmed')).toBeVisible();
    // Screen reader users find the end of the text among its headings, and confirm there.
    await expect(textBox(page).getByRole('heading').last()).toHaveText('End of the agreement');
    await textBox(page).focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'I have read the agreement' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(steps(page).first()).toContainText('done');

    await page.getByRole('tab', { name: 'Draw' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Type' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('R');
    await page.keyboard.press('Enter');
    await expect(page.getByText('This signature is too short.')).toBeVisible();
    await page.keyboard.type('obin Test');
    await expect(page.getByRole('img', { name: 'The name Robin Test, as your signature' })).toBeVisible();
    await expectAccessible(page);
    await expect(signButton(page)).not.toHaveAttribute('data-locked');
    await page.keyboard.press('Enter');

    await expect(page.getByText('Thank you')).toBeVisible();
    expect(await storedSignature(robin, id)).toMatchObject({ method: 'typed', full_name: 'Mrs Robin Test' });
    await expect(page.getByRole('button', { name: 'Close window' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Go back' }).click();
    await expect(page).toHaveURL(`${robin.url}/secure/agreements`);
  });
});

test('[AGR-6] [AGR-7] [AGR-9] a failure keeps the form, a changed text loads again, a signed one closes it', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { db, id: tenantId } = robin.marina.tenant;
  const { id, guid } = await makeLicence(robin);
  await page.goto(unsignedPath(robin, guid));
  await expect(page.getByText('E-mail confirmed')).toBeVisible();
  await readToEnd(page);
  await expect(steps(page).first()).toContainText('done');
  await dot(page);
  await signButton(page).click();
  await expect(page.getByText('This signature is too short.')).toBeVisible();
  await clearButton(page).click();
  await draw(page);

  const signing = await breakCall(page, signAgreement, 'fails');
  await signButton(page).click();
  await expect(page.getByRole('alert')).toContainText(/We do not know yet whether.*Something went wrong/s);
  await expect(clearButton(page)).toBeVisible();
  await signing.mend();

  await changeDeclaration(db, tenantId, id, longText.replace('Agreed.', 'Agreed, with a change.'));
  await signButton(page).click();
  await expect(page.getByText('The marina has changed this agreement since you opened it.')).toBeVisible();
  await expect(textBox(page)).toContainText('Agreed, with a change.');
  await expect(steps(page).first()).not.toContainText('done');
  await expectInactive(page);
  expect(await storedSignature(robin, id)).toBeUndefined();

  await readToEnd(page);
  await expect(steps(page).first()).toContainText('done');
  await draw(page);
  await db
    .updateTable('agreements')
    .set({ signed_at: new Date() })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
  await signButton(page).click();
  await expect(page.getByText('This agreement has already been signed.')).toBeVisible();
  await expect(pad(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible();
  await page.getByRole('link', { name: 'View the signed agreement' }).click();
  await expect(page).toHaveURL(`${robin.url}/secure/agreements/signed/${guid}`);
});

test('[AGR-4] [AGR-7] another period than was read is shown, and read again before it is signed', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { db, id: tenantId } = robin.marina.tenant;
  const { id, guid } = await makeLicence(robin);
  await page.goto(unsignedPath(robin, guid));
  await expect(page.getByText('E-mail confirmed')).toBeVisible();
  await readToEnd(page);
  await draw(page);
  const changed = db.updateTable('agreements').set({ end_date: '2036-03-31' });
  await changed.where('tenant_id', '=', tenantId).where('id', '=', id).execute();
  await signButton(page).click();
  await expect(page.getByText('The marina has changed this agreement since you opened it.')).toBeVisible();
  await expect(page.getByText('01 Apr 2026 to 31 Mar 2036')).toBeVisible();
  await expect(steps(page).first()).not.toContainText('done');
  await expectInactive(page);
  expect(await storedSignature(robin, id)).toBeUndefined();

  await readToEnd(page);
  await draw(page);
  await signButton(page).click();
  await expect(page.getByText('Thank you')).toBeVisible();
});
