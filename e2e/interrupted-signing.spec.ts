import { signAgreement } from '@quayside/contract/agreement-signing.ts';
import { draw, makeLicence, readToEnd, signButton, storedSignature } from './agreements.ts';
import { expect, test } from './customers.ts';
import { breakCall } from './faults.ts';

/** Tests a signature that is interrupted: its answer is lost, or its reader leaves. */

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
