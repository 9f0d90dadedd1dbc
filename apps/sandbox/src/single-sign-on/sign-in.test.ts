import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RelyingParty } from '../testing/relying-party.ts';
import { type SandboxProcess, startSandbox } from '../testing/sandbox-process.ts';

let sandbox: SandboxProcess;
let party: RelyingParty;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.dispose());
beforeEach(async () => {
  party = await RelyingParty.register(sandbox, 'harbour-id');
});

test('the page names its provider and the asking client, and says that it is a sandbox', async () => {
  const { text, headers } = await party.begin({ login_hint: 'jo.sailor@example.com' });
  expect(text).toContain('Test Marina asks Harbour ID who you are.');
  expect(text).toContain('Sandbox: this provider is not real');
  expect(text).toContain('value="jo.sailor@example.com"');
  expect(headers.get('content-security-policy')).toContain("form-action 'self' http://marina.localhost:4321");
});

test('the page speaks the language that the client asks for', async () => {
  expect((await party.begin({ ui_locales: 'fr-FR en' })).text).toContain('<html lang="fr">');
  expect((await party.begin({ ui_locales: 'en-GB' })).text).toContain('<html lang="en">');
});

test('a person can be picked', async () => {
  const page = await party.begin();
  const { url } = await party.browser.send(page.url, { answer: 'pick', sub: 'harbour-id|priya-raman' });
  const { body } = await party.exchange(url.searchParams.get('code') ?? '');
  expect((await party.read(body.id_token)).claims).toMatchObject({
    email: 'priya.raman@example.com',
    email_verified: false,
  });
});

test.each([
  ['a wrong password', { email: 'jo.sailor@example.com', password: 'secret' }, 'Nobody has'],
  ['an unknown address', { email: 'no.one@example.com', password: 'sandbox' }, 'Nobody has'],
  ['an empty field', { email: 'jo.sailor@example.com', password: '' }, 'Enter your'],
])('%s is said on the page, and what was typed stays', async (_what, typed, message) => {
  const page = await party.begin();
  const again = await party.browser.send(page.url, { answer: 'sign-in', ...typed });
  expect(again.text).toContain(message);
  expect(again.text).toContain(`value="${typed.email}"`);
  expect(again.text).toContain('aria-invalid="true"');
});

test('cancel goes back with access_denied', async () => {
  const page = await party.begin();
  const { url } = await party.browser.send(page.url, { answer: 'cancel' });
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ error: 'access_denied', state: party.state });
  expect(url.searchParams.has('code')).toBe(false);
});

test('an address without its cookie, or a second answer, finds the sign-in over', async () => {
  const page = await party.begin();
  const stranger = await RelyingParty.register(sandbox, 'harbour-id');
  expect((await stranger.browser.open(page.url)).status).toBe(400);
  await party.browser.send(page.url, { answer: 'cancel' });
  const again = await party.browser.open(page.url);
  expect([again.status, again.text.includes('This sign-in is over')]).toEqual([400, true]);
});

test('people are registered at one provider; one keeps the sub while the address changes', async () => {
  const sub = randomUUID();
  const person = { provider: 'harbour-id', sub, email: `${sub}@example.com`, givenName: 'Ada', familyName: 'Quay' };
  expect((await party.control('sso/people', person)).status).toBe(201);
  expect((await party.control('sso/people', { ...person, sub: 'another' })).status).toBe(409);
  const moved = await party.control('sso/people', { ...person, email: `new-${sub}@example.com`, emailVerified: false });
  expect(moved.body).toMatchObject({ sub, email: `new-${sub}@example.com`, emailVerified: false });
  const { body } = await party.exchange((await party.signIn(`new-${sub}@example.com`)).searchParams.get('code') ?? '');
  expect((await party.read(body.id_token)).claims['sub']).toBe(sub);
});
