import { putWebhookEndpoint } from '@quayside/contract/integration/events/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTenant, sampleSettings } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { jobContextOf } from '../../testing/jobs.ts';
import { type MailApp, startMailApp } from '../../testing/mail-app.ts';
import { TestMailbox } from '../../testing/mailbox.ts';
import { lookAfterEndpoints } from './send-webhooks.service.ts';

const mailbox = new TestMailbox();
let app: MailApp;
beforeAll(async () => {
  app = await startMailApp(mailbox);
});
afterAll(() => app.close());

test('[HOOK-3] the mail to the office names the endpoint that is off, and says what to do', async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const settings = sampleSettings({ contact: { ...sampleSettings().contact, email } });
  const marina = await makeTenant(app, { name: 'Heron', settings });
  const program = await programOf(app, marina);
  const url = 'https://erp.example.com/quayside';
  await program.call(putWebhookEndpoint, { params: { reference: 'stock-keeping' }, body: { url } });
  const sixDays = 6 * 24 * 3_600_000;
  const since = new Date(app.clock.now().getTime() - sixDays);
  await marina.db.updateTable('webhook_endpoints').set({ failing_since: since }).execute();
  await lookAfterEndpoints(await jobContextOf(app, marina.id));
  const mail = await mailbox.mailTo(email);
  expect(mail.subject).toBe('A webhook was switched off');
  for (const part of [
    'Your server has not accepted events from the portal for five days',
    'stock-keeping',
    url,
    'turn the endpoint on again with the integration API',
    'Events are kept for 90 days.',
  ])
    expect(mail.text?.replace(/\s+/g, ' ')).toContain(part);
});
