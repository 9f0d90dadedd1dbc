import { signAgreement } from '@quayside/contract/agreements/agreement-signing.ts';
import { mergeTests } from '@playwright/test';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import {
  beginToDraw,
  clearButton,
  draw,
  inkOn,
  makeLicence,
  readToEnd,
  signButton,
  storedSignature,
} from './agreements.ts';
import { expect, test as withPeople } from './customers.ts';
import { breakCall } from './faults.ts';
import { linkTo, test as withDebts } from './unpaid-orders.ts';

/** Tests a signature that is interrupted: its answer is lost, or its reader leaves. */

const test = mergeTests(withPeople, withDebts);

test('[AGR-65] a signature whose answer is lost is not called a failure, and signs once if it is sent again', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { id, guid } = await makeLicence(robin);
  await page.clock.install();
  await page.goto(`${robin.url}/secure/agreements/unsigned/${guid}`);
  await expect(page.getByText('E-mail confirmed')).toBeVisible();
  await readToEnd(page);
  await draw(page);
  const call = await breakCall(page, signAgreement, 'stalls');
  await signButton(page).click();
  await expect.poll(() => storedSignature(robin, id)).toMatchObject({ method: 'drawn' });
  await page.clock.fastForward(60_000);
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('We do not know yet whether your agreement is signed');
  await expect(alert).toContainText('select “Sign” again');
  await call.mend();
  await page.clock.fastForward(2_000);
  await signButton(page).click();
  await expect(page.getByText('Your agreement is signed.')).toBeVisible();
});

test('[SHELL-221] a signature that a proxy answers is not called a failure, and signs once if sent again', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { id, guid } = await makeLicence(robin);
  await page.goto(`${robin.url}/secure/agreements/unsigned/${guid}`);
  await expect(page.getByText('E-mail confirmed')).toBeVisible();
  await readToEnd(page);
  await draw(page);
  const call = await breakCall(page, signAgreement, 'gateway');
  await signButton(page).click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('We do not know yet whether your agreement is signed');
  expect(await storedSignature(robin, id)).toMatchObject({ method: 'drawn' });
  await call.mend();
  await expect(signButton(page)).not.toHaveAttribute('aria-disabled');
  await signButton(page).click();
  await expect(page.getByText('Your agreement is signed.')).toBeVisible();
});

test('[AGR-68] a signature that our server answers with an error is asked for again before anything is said', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { id, guid } = await makeLicence(robin);
  await page.goto(`${robin.url}/secure/agreements/unsigned/${guid}`);
  await expect(page.getByText('E-mail confirmed')).toBeVisible();
  await readToEnd(page);
  await draw(page);
  const answered = page.waitForResponse((response) => response.url().endsWith(signAgreement.path));
  const call = await breakCall(page, signAgreement, 'uncertain');
  await signButton(page).click();
  expect((await answered).status()).toBe(503);
  expect(await storedSignature(robin, id)).toMatchObject({ method: 'drawn' });
  await call.mend();
  await expect(page.getByText('Your agreement is signed.')).toBeVisible();
});

test('[AGR-68] a signature that our server goes on to answer with an error is not called a failure', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { guid } = await makeLicence(robin);
  await page.goto(`${robin.url}/secure/agreements/unsigned/${guid}`);
  await expect(page.getByText('E-mail confirmed')).toBeVisible();
  await readToEnd(page);
  await draw(page);
  const call = await breakCall(page, signAgreement, 'uncertain');
  await signButton(page).click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('We do not know yet whether your agreement is signed');
  await expect(alert).toContainText('We cannot answer right now.');
  await call.mend();
  await expect(signButton(page)).not.toHaveAttribute('aria-disabled');
  await signButton(page).click();
  await expect(page.getByText('Your agreement is signed.')).toBeVisible();
});

test('[AGR-66] leaving with a signature that is not sent asks first; once it is sent, nothing asks', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { id } = await makeLicence(robin);
  await page.goto(`${robin.url}/secure/agreements`);
  const openAndDraw = async () => {
    await page.getByRole('link', { name: 'Sign Berthing licence' }).click();
    await expect(page.getByText('E-mail confirmed')).toBeVisible();
    await readToEnd(page);
    await draw(page);
    await expect(clearButton(page)).toBeVisible();
  };
  await openAndDraw();
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Leave without signing?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Leave without signing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Agreements' })).toBeVisible();
  expect(await storedSignature(robin, id)).toBeUndefined();

  await openAndDraw();
  await page.goBack();
  await question.getByRole('button', { name: 'Stay here' }).click();
  await signButton(page).click();
  await expect(page.getByText('Your agreement is signed.')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Agreements' })).toBeVisible();
});

test('[SHELL-223] on a slow device Back asks also at once after the stroke', async ({ page, context, somebody }) => {
  test.slow();
  const robin = await somebody();
  await makeLicence(robin);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 12 });
  await page.goto(`${robin.url}/secure/agreements`);
  const question = page.getByRole('dialog', { name: 'Leave without signing?' });
  for (const answer of ['Leave without signing', 'Stay here']) {
    await page.getByRole('link', { name: 'Sign Berthing licence' }).click();
    await expect(page.getByText('E-mail confirmed')).toBeVisible();
    await readToEnd(page);
    await draw(page);
    await expect(clearButton(page)).toBeVisible();
    await page.goBack();
    await question.getByRole('button', { name: answer }).click();
  }
  await expect(clearButton(page)).toBeVisible();
});

test('[AGR-69] a stroke that is under way when a phone is turned stays, and signs', async ({ page, somebody }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const robin = await somebody();
  const { id, guid } = await makeLicence(robin);
  await page.goto(`${robin.url}/secure/agreements/unsigned/${guid}`);
  await expect(page.getByText('E-mail confirmed')).toBeVisible();
  await readToEnd(page);
  await beginToDraw(page);
  const [, , end = 0] = await inkOn(page);
  await page.setViewportSize({ width: 640, height: 360 });
  await expect(clearButton(page)).toBeVisible();
  await page.mouse.up();
  const [, , endOfTurned = 0] = await inkOn(page);
  expect(endOfTurned).toBeCloseTo(end, 1);
  await signButton(page).click();
  await expect(page.getByText('Your agreement is signed.')).toBeVisible();
  expect(await storedSignature(robin, id)).toMatchObject({ method: 'drawn' });
});

test('[AGR-66] a signature by link asks, too, before its reader goes back to the payment', async ({ page, debtor }) => {
  const robin = await debtor([{ unsigned: true }], { signedOut: true });
  await page.goto(await linkTo(robin, robin.orderIds[0]));
  await page.getByRole('link', { name: 'Sign the agreement' }).click();
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(robin.email);
  await expect(page.getByText('E-mail confirmed')).toBeVisible();
  await draw(page);
  await expect(clearButton(page)).toBeVisible();
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Leave without signing?' });
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect(signButton(page)).not.toHaveAttribute('aria-disabled');
});

test('[AGR-67] while an agreement is read a link leads back, and a signature that is not sent is asked for', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  await makeLicence(robin);
  await page.goto(`${robin.url}/secure/agreements`);
  const open = () => page.getByRole('link', { name: 'Sign Berthing licence' }).click();
  const back = page.getByRole('main').getByRole('link', { name: 'Back to agreements' });
  const list = page.getByRole('heading', { level: 1, name: 'Agreements' });
  await open();
  await expect(page.getByText('E-mail confirmed')).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  await back.click();
  await expect(list).toBeVisible();
  await open();
  await expect(page.getByText('E-mail confirmed')).toBeVisible();
  await readToEnd(page);
  await draw(page);
  await back.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click();
  await signButton(page).click();
  await expect(page.getByText('Your agreement is signed.')).toBeVisible();
  await back.click();
  await expect(list).toBeVisible();
});

test('[AGR-67] a reader of an agreement by link before a payment has a link back to the payment', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{ unsigned: true }], { signedOut: true });
  const link = await linkTo(robin, robin.orderIds[0]);
  await page.goto(link);
  await page.getByRole('link', { name: 'Sign the agreement' }).click();
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  await page.getByRole('link', { name: 'Back to payment' }).click();
  await expect(page).toHaveURL(link);
});
