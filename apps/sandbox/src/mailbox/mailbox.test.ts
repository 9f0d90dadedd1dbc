import { createHash } from 'node:crypto';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SandboxProcess, startSandbox } from '../testing/sandbox-process.ts';
import { request } from '../testing/test-merchant.ts';

let sandbox: SandboxProcess;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.dispose());

const mail = (to: string, subject: string) =>
  [
    'From: Saltmarsh Marina <office@saltmarsh.example>',
    `To: ${to}`,
    `Subject: ${subject}`,
    'Date: Fri, 20 Nov 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: multipart/alternative; boundary=a',
    '',
    '--a',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Thank you & goodbye',
    '--a',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<style>p{margin:0}</style><p style="font-family:&quot;A&quot;">Thank you</p><script>alert(1)</script>',
    '--a--',
    '--b',
    'Content-Type: application/pdf',
    'Content-Disposition: attachment; filename="receipt.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('%PDF-1.7').toString('base64'),
    '--b--',
    '',
  ].join('\r\n');

async function receive(id: string, to: string, subject: string, seconds: number): Promise<void> {
  const folder = join(sandbox.folder, 'mailbox');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${id}.eml`), mail(to, subject));
  await utimes(join(folder, `${id}.eml`), seconds, seconds);
}

const page = async (path: string) => fetch(`${sandbox.mailbox}${path}`);

test('mails are listed newest first and shown whole, as JSON and as pages', async () => {
  expect((await request(`${sandbox.mailbox}/messages`, 'GET')).body).toEqual({ messages: [] });
  expect(await (await page('/')).text()).toContain('No mail yet');

  await receive('old', 'Jo <jo@example.com>', 'First', 1_700_000_000);
  await receive('new', 'luc@example.com', '<b>Second</b>', 1_700_000_100);
  const { body } = await request(`${sandbox.mailbox}/messages`, 'GET');
  expect(body.messages.map(({ id }: { id: string }) => id)).toEqual(['new', 'old']);
  const { body: toJo } = await request(`${sandbox.mailbox}/messages?to=jo@example.com`, 'GET');
  expect(toJo.messages).toMatchObject([{ id: 'old', to: ['Jo <jo@example.com>'], subject: 'First' }]);

  const one = await request(`${sandbox.mailbox}/messages/old`, 'GET');
  expect(one.body).toMatchObject({
    from: 'Saltmarsh Marina <office@saltmarsh.example>',
    text: expect.stringContaining('Thank you & goodbye'),
    html: expect.stringContaining('Thank you</p>'),
    attachments: [{ index: 0, filename: 'receipt.pdf', mimeType: 'application/pdf', size: 8 }],
  });
  const list = await (await page('/')).text();
  expect(list).toContain('&#60;b&#62;Second&#60;/b&#62;');
  expect(await (await page('/mail/old')).text()).toContain('Thank you &#38; goodbye');
});

test('attachments are downloaded as they were', async () => {
  await receive('paper', 'jo@example.com', 'Receipt', 1_700_000_000);
  const response = await page('/messages/paper/attachments/0');
  expect(response.headers.get('Content-Disposition')).toContain('attachment');
  expect(response.headers.get('Content-Type')).toBe('application/pdf');
  expect(await response.text()).toBe('%PDF-1.7');
  expect((await page('/messages/paper/attachments/1')).status).toBe(404);
});

test('no script of a mail can run', async () => {
  await receive('wild', 'jo@example.com', 'Wild', 1_700_000_000);
  const body = await page('/mail/wild/html');
  const policy = body.headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain('sandbox allow-popups');
  expect(policy).not.toContain('allow-scripts');
  expect(policy).toContain("default-src 'none'");
  // The hashes of the mail's own styles and no others: of an element, and of an attribute as browsers read it.
  const hashes = ['p{margin:0}', 'font-family:"A"'].map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  expect(policy).toContain(`style-src 'unsafe-hashes' ${hashes.join(' ')};`);
  expect(await (await page('/mail/wild')).text()).toMatch(/<iframe [^>]*sandbox="allow-popups/);
});

test('only files of the mailbox can be asked for', async () => {
  for (const id of ['nobody', '..%2f..%2fetc%2fpasswd', '.hidden', '%00']) {
    expect((await page(`/messages/${id}`)).status).toBe(404);
  }
});
