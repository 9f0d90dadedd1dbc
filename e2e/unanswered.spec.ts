import { saveAccount } from '@quayside/contract/account/account.ts';
import { type Call } from '@quayside/contract/shared/call.ts';
import { saveConsentGroups } from '@quayside/contract/account/consent.ts';
import { contactUs } from '@quayside/contract/account/contact.ts';
import { changePassword } from '@quayside/contract/identity/passwords.ts';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './customers.ts';
import { breakCall } from './faults.ts';
import { messages } from './toasts.ts';

/** Tests calls that do their work and whose answers are lost: nothing claims that it was not done. */

const alert = (page: Page) => page.getByRole('main').getByRole('alert');
const unknown = 'We do not know yet whether';

/** Makes a call whose answer never comes, and lets its minute pass once its work is done. */
async function loseAnswer(page: Page, call: Call, act: () => Promise<void>, isDone: () => Promise<unknown>) {
  const broken = await breakCall(page, call, 'stalls');
  await act();
  await expect.poll(isDone).toBeTruthy();
  await page.clock.fastForward(60_000);
  return broken;
}

test('[SHELL-186] [ACC-2] details whose answer was lost are not called unsaved, and save when tried again', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  await page.clock.install();
  await page.goto(`${robin.url}/secure/account/edit`);
  await page.getByRole('textbox', { name: 'Town or city' }).fill('Cowes');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const isSaved = async () => JSON.stringify(await robin.stored()).includes('Cowes');
  const broken = await loseAnswer(page, saveAccount, () => save.click(), isSaved);
  await expect(alert(page)).toContainText(unknown);
  await expect(alert(page)).not.toContainText('Could Not Save Details');
  await expectAccessible(page);
  await broken.mend();
  await save.click();
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
});

test('[SHELL-186] a preference whose answer was lost shows what the server has stored', async ({ page, somebody }) => {
  const robin = await somebody({ consents: ['News'] });
  const { db, id } = robin.marina.tenant;
  const granted = db.selectFrom('consents').select('granted').where('tenant_id', '=', id);
  await page.clock.install();
  await page.goto(`${robin.url}/secure/account/edit`);
  const news = page.getByRole('switch', { name: 'News' });
  const isStored = async () => (await granted.executeTakeFirst())?.granted;
  await loseAnswer(page, saveConsentGroups, () => news.click(), isStored);
  await expect(messages(page).getByRole('alert')).toContainText(unknown);
  await expect(news).toBeChecked();
});

test('[SHELL-186] a message whose answer was lost may have been sent, and the list of messages tells', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { db, id } = robin.marina.tenant;
  const sent = db.selectFrom('contact_messages').select('id').where('tenant_id', '=', id);
  await page.clock.install();
  await page.goto(`${robin.url}/secure/contact-us`);
  await page.getByLabel('Subject').selectOption('Berths');
  await page.getByLabel('Message', { exact: true }).fill('Is there one left?');
  const send = () => page.getByRole('button', { name: 'Send message' }).click();
  await loseAnswer(page, contactUs, send, () => sent.executeTakeFirst());
  await expect(alert(page)).toContainText(`${unknown} your message was sent`);
  await expect(page.getByRole('region', { name: 'Your messages' })).toContainText('Is there one left?');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Is there one left?');
});

test('[SHELL-186] a new password whose answer was lost may be valid already', async ({ page, somebody }) => {
  const robin = await somebody();
  const { db, id } = robin.marina.tenant;
  const login = db.selectFrom('logins').select('password_hash').where('tenant_id', '=', id);
  const before = await login.executeTakeFirstOrThrow();
  await page.clock.install();
  await page.goto(`${robin.url}/secure/account/edit`);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password').fill(robin.password);
  await page.getByLabel('New password', { exact: true }).fill('Different#2027');
  await page.getByLabel('Repeat the password').fill('Different#2027');
  const save = () => page.getByRole('button', { name: 'Save new password' }).click();
  const isChanged = async () => (await login.executeTakeFirstOrThrow()).password_hash !== before.password_hash;
  await loseAnswer(page, changePassword, save, isChanged);
  await expect(alert(page)).toContainText(`${unknown} your password was changed`);
  await expect(alert(page)).toContainText('the new one is already in use');
});
