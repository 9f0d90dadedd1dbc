import { contactUs, listContactMessages } from '@quayside/contract/account/contact.ts';
import { makeMessage } from '../apps/server/src/testing/factories/messages.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { expect, ownerOf, test } from './customers.ts';
import { breakCall } from './faults.ts';
import { messages as toasts, stopTime } from './toasts.ts';

test('[ACC-5] a message is sent with its subject, by keyboard', async ({ page, somebody }) => {
  const robin = await somebody();
  await page.goto(`${robin.url}/secure/contact-us`);
  const subject = page.getByLabel('Subject');
  await expect(subject.getByRole('option')).toHaveText(['Select a subject', 'Berths', 'Invoices']);
  await expectAccessibleOnDeskAndPhone(page);
  await subject.focus();
  await page.keyboard.press('B');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Is there one left?');
  await page.keyboard.press('Tab');
  const request = page.waitForRequest(/contact-us/);
  await page.keyboard.press('Enter');
  expect((await request).postDataJSON()).toEqual({ message: 'Subject: Berths\nIs there one left?' });
  // The focus follows what replaces the button: the thanks, and then the form again.
  await expect(page.getByRole('main').locator(':focus')).toHaveText(/^Thank you, your message has been sent/);
  await expectAccessibleOnDeskAndPhone(page);
  const { db, id } = robin.marina.tenant;
  const stored = await db.selectFrom('contact_messages').selectAll().where('tenant_id', '=', id).execute();
  expect(stored).toMatchObject([{ subject: 'Berths', subject_code: 'Berths', message: 'Is there one left?' }]);

  await page.getByRole('button', { name: 'Send another' }).press('Enter');
  await expect(subject).toBeFocused();
  await expect(subject).toHaveValue('');
});

test('[SHELL-182] a message that fails after its reader has gone to another page is told there', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  await stopTime(page);
  await page.goto(`${robin.url}/secure/contact-us`);
  await page.getByLabel('Subject').selectOption('Berths');
  await page.getByLabel('Message', { exact: true }).fill('Is there one left?');
  const call = await breakCall(page, contactUs, 'hangs');
  const sent = page.waitForRequest(/contact-us/);
  await page.getByRole('button', { name: 'Send message' }).click();
  await sent;
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'My account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(toasts(page).getByRole('alert')).toContainText('We do not know yet whether your message was sent');
  await call.mend();
});

test('[API-8] the office’s answer stands below the message', async ({ page, somebody }) => {
  const robin = await somebody();
  const { tenant } = robin.marina;
  await page.goto(`${robin.url}/secure/contact-us`);
  const messages = page.getByRole('region', { name: 'Your messages' });
  await page.getByLabel('Subject').selectOption('Berths');
  await page.getByLabel('Message', { exact: true }).fill('Is there one left?');
  await expect(messages).toBeHidden();
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(messages.getByRole('listitem')).toHaveText(/^BerthsSent on .*Is there one left\?$/);

  const answer = 'Yes, <b>B 17</b> is free.\nShall we keep it?';
  const sentAt = new Date('2026-01-05T10:00:00Z');
  await makeMessage(tenant.db, ownerOf(robin), {
    subject: '',
    message: 'Thank you',
    sentAt,
    answers: [answer, 'Hello?'],
  });
  await page.reload();
  const older = messages.getByRole('listitem').nth(1);
  await expect(older.getByRole('heading')).toHaveText('Without a subject');
  await expect(older).toContainText(/Sent on 05 Jan 2026.*Answered by the marina office on 05 Jan 2026.*<b>B 17<\/b>/s);
  await expect(older.getByText('Shall we keep it?')).toBeVisible();
  await expect(older.getByText('Hello?')).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
});

test('[SHELL-11] messages that can’t be loaded say so, and are loaded again', async ({ page, somebody }) => {
  const robin = await somebody();
  await makeMessage(robin.marina.tenant.db, ownerOf(robin));
  const { mend } = await breakCall(page, listContactMessages, 'fails');
  await page.goto(`${robin.url}/secure/contact-us`);
  const messages = page.getByRole('region', { name: 'Your messages' });
  await expect(messages).toContainText('Your messages could not be loaded');
  await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled();
  await mend();
  await messages.getByRole('button', { name: 'Try again' }).click();
  await expect(messages).toContainText('Is there one left?');
});

test('[ACC-5] the panel leads back to the dashboard', async ({ page, somebody }) => {
  const robin = await somebody({ settings: { lookups: { titles: [], contactUsSubjects: [] } } });
  await page.goto(`${robin.url}/secure/contact-us`);
  await page.getByLabel('Subject').fill('The heron on my boat');
  await page.getByLabel('Message', { exact: true }).fill('It is still there.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('link', { name: 'Back to the dashboard' }).click();
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
});

test('[ACC-5] both fields are required, each with its text, and nothing is sent', async ({ page, somebody }) => {
  const robin = await somebody();
  await page.goto(`${robin.url}/secure/contact-us`);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  const subject = page.getByLabel('Subject');
  const message = page.getByLabel('Message', { exact: true });
  const send = page.getByRole('button', { name: 'Send message' });
  await send.click();
  await expect(subject).toHaveAccessibleDescription('Select a subject');
  await expect(message).toHaveAccessibleDescription('Enter your message');
  await expectAccessible(page);
  await subject.selectOption('Berths');
  await message.fill('   ');
  await send.click();
  await expect(message).toHaveAccessibleDescription('Enter your message');
  await expect(subject).not.toHaveAccessibleDescription('Select a subject');
  await page.waitForLoadState('networkidle');
  expect(sent).toEqual([]);
  const { db, id } = robin.marina.tenant;
  expect(await db.selectFrom('contact_messages').select('id').where('tenant_id', '=', id).execute()).toEqual([]);
});

test('[ACC-5] a message that can’t be sent says so, and what was typed stays', async ({ page, context, somebody }) => {
  const robin = await somebody();
  await page.goto(`${robin.url}/secure/contact-us`);
  await page.getByLabel('Subject').selectOption('Berths');
  await page.getByLabel('Message', { exact: true }).fill('Is there one left?');
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('alert')).toContainText('Your message could not be sent.');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Is there one left?');
});

test('[ACC-5] [SHELL-11] a form tells any failure by itself, with the reference if the system failed', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  await page.goto(`${robin.url}/secure/contact-us`);
  await page.getByLabel('Subject').selectOption('Berths');
  await page.getByLabel('Message', { exact: true }).fill('Is there one left?');
  await breakCall(page, contactUs, 'fails');
  const answered = page.waitForResponse((response) => response.status() === 500);
  await page.getByRole('button', { name: 'Send message' }).click();
  const { responseStatus, traceId } = await (await answered).json();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Your message could not be sent.');
  await expect(alert).toContainText(responseStatus.message);
  await expect(alert).toContainText(`Reference: ${traceId}`);
});

test('[SHELL-3] the office is one link away, in the header and in the menu', async ({ page, somebody }) => {
  const robin = await somebody();
  const { db, id } = robin.marina.tenant;
  const address = 'The Quay House<br/>1 <b>Quay</b> Road\nSaltmarsh';
  await db.updateTable('sites').set({ address }).where('tenant_id', '=', id).execute();
  await page.goto(`${robin.url}/secure/dashboard`);
  await page.getByRole('banner').getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL(`${robin.url}/secure/contact-us`);
  const office = page.getByRole('region', { name: 'The marina office' });
  await expect(office.locator('address > span')).toHaveText(['The Quay House', '1 <b>Quay</b> Road', 'Saltmarsh']);
  await expect(office.getByRole('link', { name: '+44 1632 960001' })).toHaveAttribute('href', 'tel:+441632960001');
  await expect(office.getByRole('link', { name: 'quay@example.com' })).toBeVisible();
  const entries = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
  await expect(entries).toHaveText([
    'Dashboard',
    'My account',
    'Agreements',
    'Unpaid orders',
    'Order history',
    'Estimates',
    'Payment history',
    'Contact us',
  ]);
});
