import { apiBase } from '@quayside/contract/shared/call.ts';
import { signIn } from '@quayside/contract/identity/identity.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverText } from '../../lib/texts/texts.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, sampleSettings, type TestTenant } from '../../testing/factories/factories.ts';

let app: TestApp;
let marina: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
  const settings = sampleSettings();
  marina = await makeTenant(app, {
    settings: { ...settings, culture: { ...settings.culture, defaultLanguage: 'fr-FR' } },
  });
});
afterAll(() => app.close());

const send = (body: string, headers: Record<string, string> = {}) =>
  app.client(marina.key).request('POST', apiBase + signIn.path, { body, headers });

const inEnglish = { 'accept-language': 'en-GB' };
const rightBody = { userName: 'jo@example.com', password: 'Harbour#2026', rememberMe: true };

test('[SAFE-2] ten of nine thousand unknown keys are named, and the answer stays small', async () => {
  const keys = Array.from({ length: 9_000 }, (_, index) => [`k${index}`, 1]);
  const answer = await send(JSON.stringify({ ...rightBody, ...Object.fromEntries(keys) }), inEnglish);
  expect(answer.status).toBe(400);
  expect(answer.body.responseStatus?.errors).toEqual(
    Array.from({ length: 10 }, (_, index) => ({
      errorCode: 'unrecognized_keys',
      fieldName: `k${index}`,
      message: 'This is not known here. Leave it out.',
    })),
  );
  expect(answer.text.length).toBeLessThan(2_000);
});

test('[SAFE-2] a name of two hundred thousand characters is cut in the answer', async () => {
  const answer = await send(JSON.stringify({ ...rightBody, ['n'.repeat(200_000)]: 1 }));
  expect(answer.body.responseStatus?.errors[0]?.fieldName).toBe(`${'n'.repeat(100)}…`);
  expect(answer.text.length).toBeLessThan(1_000);
});

test('[SAFE-2] a body of a hundred thousand levels or of too many values is refused, and never a fault', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const many = `[${'1,'.repeat(20_000)}1]`;
  for (const [value, errorCode] of [
    [deep, 'too_deep'],
    [many, 'too_many'],
  ]) {
    const answer = await send(`{"userName":${value}}`, inEnglish);
    expect([answer.status, answer.body.responseStatus?.errors]).toEqual([
      400,
      [{ errorCode, fieldName: 'body', message: serverText('en-GB', `fields.${errorCode}`) }],
    ]);
  }
});

test('[LANG-2] every message of a malformed body is in the reader’s language, or the marina’s own', async () => {
  const bodies = {
    broken: '{',
    missing: '{}',
    wrongKind: JSON.stringify({ ...rightBody, rememberMe: 'yes' }),
    tooLong: JSON.stringify({ ...rightBody, password: 'x'.repeat(500) }),
    unknown: JSON.stringify({ ...rightBody, surprise: 1 }),
    tooLarge: `"${'x'.repeat(300_000)}"`,
  };
  const texts: Record<string, [key: string, values?: { allowed: string | number }]> = {
    broken: ['invalid_format'],
    missing: ['missing'],
    wrongKind: ['invalid_type.allowed', { allowed: 'boolean' }],
    tooLong: ['too_big.allowed', { allowed: 128 }],
    unknown: ['unrecognized_keys'],
  };
  for (const [headers, language] of [
    [{}, 'fr-FR'],
    [{ 'accept-language': 'en' }, 'en-GB'],
  ] as const) {
    for (const [name, body] of Object.entries(bodies)) {
      const answer = await send(body, headers);
      const { errorCode = '', message, errors = [] } = answer.body.responseStatus ?? {};
      const field = errors[0]?.fieldName ?? 'body';
      const text = name === 'broken' ? 'INVALID_REQUEST.notJson' : errorCode;
      expect([name, message]).toEqual([name, serverText(language, `errors.${text}`, { field })]);
      const [key, values] = texts[name] ?? [];
      const messages = key === undefined ? [] : [serverText(language, `fields.${key}`, values)];
      expect([name, [...new Set(errors.map((error) => error.message))]]).toEqual([name, messages]);
    }
  }
});
