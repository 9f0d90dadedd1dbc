import { apiBase } from '@quayside/contract/shared/call.ts';
import { verifyAgreement } from '@quayside/contract/agreements/agreement-papers.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/factories/factories.ts';

let app: TestApp;
let marina: TestTenant;
beforeAll(async () => {
  app = await startTestApp();
  marina = await makeTenant(app);
});
afterAll(() => app.close());

const urlEncoded = 'application/x-www-form-urlencoded';
const inParts = 'multipart/form-data; boundary="part of it"';
const part = '--part of it\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n';

/** Sends a form to be verified. */
async function send(type: string, body: string) {
  const headers = { tenantkey: marina.key, 'content-type': type };
  const answer = await fetch(app.url + apiBase + verifyAgreement.path, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}

test.each([
  [urlEncoded, 'a&'.repeat(1_100)],
  // Node would read this one for a minute, and do nothing else.
  [urlEncoded, 'a&'.repeat(1_000_000)],
  [inParts, `${part.repeat(1_100)}--part of it--\r\n`],
])('[SAFE-96] a form of too many fields is refused before it is read: %s', async (type, body) => {
  const { status, text } = await send(type, body);
  expect(status).toBe(400);
  // A form that was read would lack its file.
  expect(text).toContain('missing or wrong: body.');
});

test('[SAFE-96] the bytes of a file count as no fields', async () => {
  const pdf = `%PDF-1.7\n${'&a=&'.repeat(10_000)}`;
  const file = `--part of it\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${pdf}\r\n`;
  const answer = await send(inParts, `${file}--part of it--\r\n`);
  expect(answer.status).toBe(200);
});
