import { getUnsignedAgreement } from '@quayside/contract/agreements/agreement-signing.ts';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeReadableAgreement } from '../../../testing/factories/agreements.ts';
import { makeAccount, makeTenant, type TestAccount, type TestTenant } from '../../../testing/factories/factories.ts';
import { type MailApp, startMailApp } from '../../../testing/mail-app.ts';
import { TestMailbox } from '../../../testing/mailbox.ts';

const mailbox = new TestMailbox();
let app: MailApp;
let tenant: TestTenant;
let robin: TestAccount;

beforeAll(async () => {
  app = await startMailApp(mailbox);
  tenant = await makeTenant(app);
  robin = await makeAccount(tenant, { firstname: 'Robin', lastname: 'Test' });
});
afterAll(() => app.close());

/** Makes an agreement, and returns it with the hash of what its signer reads. */
async function toSign({ id, siteId }: TestAccount) {
  const { guid } = await makeReadableAgreement(tenant.db, { tenantId: tenant.id, accountId: id, siteId });
  const { body } = await app.client(tenant.key).call(getUnsignedAgreement, { params: { guid } });
  return { guid, documentHash: body.agreement.documentHash ?? '' };
}

/** Posts a form of the page as a browser without scripts does. */
async function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await fetch(`${app.url}/harbour/api/portal/agreement/${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { tenantkey: tenant.key, origin: app.url, ...headers },
    body: new URLSearchParams(fields),
  });
  return [answer.status, answer.headers.get('location')];
}

const signatureOf = (guid: string) =>
  tenant.db
    .selectFrom('agreement_signatures')
    .innerJoin('agreements', (join) =>
      join
        .onRef('agreements.tenant_id', '=', 'agreement_signatures.tenant_id')
        .onRef('agreements.id', '=', 'agreement_id'),
    )
    .where('agreements.guid', '=', guid)
    .select(['method', 'full_name', 'email', 'image'])
    .executeTakeFirst();

const filled = { email: 'robin.test@example.com', fullName: 'Robin Test', typedName: 'Robin Test' };

test('[AGR-8] a form signs by a typed name, as an image of the pad’s size, and leads to the thanks', async () => {
  for (const typedName of ['Robin Test', 'Łukasz O’Żółć-Ñandú', 'محمد العربي', 'Δήμος', 'Дмитрий']) {
    const { guid, documentHash } = await toSign(robin);
    const fields = {
      ...filled,
      typedName,
      guid,
      documentHash,
      account: robin.guid,
      orderGuid: 'o&1',
    };
    const page = `/quick-sign/${guid}?guid=${robin.guid}&orderGuid=o%261`;
    expect(await post('sign', { ...fields, email: 'another@example.com' })).toEqual([
      303,
      `${page}&problem=SIGNER_EMAIL_UNKNOWN`,
    ]);
    expect(await post('sign', fields)).toEqual([303, `${page}&done=true`]);
    const signature = await signatureOf(guid);
    expect(signature).toMatchObject({ method: 'typed', full_name: 'Robin Test', email: 'robin.test@example.com' });
    const [, base64 = ''] = (signature?.image ?? '').split('base64,');
    const { width, height } = PNG.sync.read(Buffer.from(base64, 'base64'));
    expect([width, height]).toEqual([1_000, 600]);
  }
});

test('a form signs nothing with a name of other letters, a changed text, or from another site', async () => {
  const { guid, documentHash } = await toSign(robin);
  const fields = { ...filled, guid, documentHash };
  const page = `/quick-sign/${guid}?`;
  for (const typedName of ['李小龙', '<b>Robin</b>', 'R', ' '])
    expect(await post('sign', { ...fields, typedName })).toEqual([303, `${page}problem=SIGNATURE_UNUSABLE`]);
  expect(await post('sign', { ...fields, typedName: 'R'.repeat(101) })).toEqual([
    303,
    `${page}problem=INVALID_REQUEST`,
  ]);
  // No image is made for somebody who is no signer.
  const stranger = { ...fields, typedName: '李小龙', email: 'stranger@example.com' };
  expect(await post('sign', stranger)).toEqual([303, `${page}problem=SIGNER_EMAIL_UNKNOWN`]);
  expect(await post('sign', { ...fields, documentHash: 'a'.repeat(64) })).toEqual([
    303,
    `${page}problem=AGREEMENT_CHANGED`,
  ]);
  expect(await post('sign', fields, { origin: 'https://stranger.example' })).toEqual([
    303,
    '/quick-sign/?problem=FOREIGN_ORIGIN',
  ]);
  expect(await signatureOf(guid)).toBeUndefined();
  const { body } = await app.client(tenant.key).call(getUnsignedAgreement, { params: { guid } });
  expect(body.agreement.isSigned).toBe(false);
});

test('[SAFE-124] a form in another encoding than UTF-8 is refused, and no letter of a name is lost', async () => {
  const { guid, documentHash } = await toSign(robin);
  const fields = new URLSearchParams({ ...filled, guid, documentHash }).toString();
  const part = `--x\r\ncontent-disposition: form-data; name=`;
  const parts = Object.entries({ ...filled, fullName: 'René', guid, documentHash }).map(
    ([name, value]) => `${part}"${name}"\r\n\r\n${value}\r\n`,
  );
  const bodies: [string, string][] = [
    ['application/x-www-form-urlencoded', fields.replace('fullName=Robin', 'fullName=Ren%E9')],
    ['application/x-www-form-urlencoded', fields.replace('fullName=Robin', 'fullName=René')],
    ['multipart/form-data; boundary=x', `${parts.join('')}--x--\r\n`],
  ];
  for (const [type, body] of bodies) {
    const answer = await fetch(`${app.url}/harbour/api/portal/agreement/sign`, {
      method: 'POST',
      redirect: 'manual',
      headers: { tenantkey: tenant.key, origin: app.url, 'content-type': type },
      body: Buffer.from(body, 'latin1'),
    });
    expect([type, answer.status]).toEqual([type, 303]);
    expect(answer.headers.get('location')).toMatch(/^\/quick-sign\/.*\?problem=INVALID_REQUEST$/);
  }
  expect(await signatureOf(guid)).toBeUndefined();
});

test('a signer without an address on file gets a code by a form, and signs with it', async () => {
  const unknown = await makeAccount(tenant, { email: '' });
  const { guid, documentHash } = await toSign(unknown);
  const page = `/quick-sign/${guid}?codeSent=true`;
  expect(await post(`${guid}/email-code`, { guid, email: 'new@example.com' })).toEqual([303, page]);
  const { text = '' } = await mailbox.mailTo('new@example.com');
  const [code = ''] = /\b\d{6}\b/.exec(text) ?? [];
  const fields = { ...filled, guid, documentHash, email: 'new@example.com', codeSent: 'true' };
  const wrong = code === '000000' ? '000001' : '000000';
  expect(await post('sign', { ...fields, emailCode: wrong })).toEqual([303, `${page}&problem=SIGNER_EMAIL_UNKNOWN`]);
  expect(await post('sign', { ...fields, emailCode: code })).toEqual([303, `${page}&done=true`]);
  expect(await signatureOf(guid)).toMatchObject({ email: 'new@example.com' });
});

test('[SHELL-22] [SAFE-5] a refused form keeps what was typed in a cookie for its page, until it is done', async () => {
  const { guid, documentHash } = await toSign(robin);
  const fields = { ...filled, guid, documentHash, account: robin.guid };
  const send = (email: string, cookie = '') =>
    fetch(`${app.url}/harbour/api/portal/agreement/sign`, {
      method: 'POST',
      redirect: 'manual',
      headers: { tenantkey: tenant.key, origin: app.url, cookie },
      body: new URLSearchParams({ ...fields, email }),
    });
  const [cookie = ''] = (await send('another@example.com')).headers.getSetCookie();
  expect(cookie).toMatch(/^quayside_typed=[^;]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/);
  const [pair = ''] = cookie.split(';');
  const kept = JSON.parse(Buffer.from(pair.slice('quayside_typed='.length), 'base64url').toString());
  const typed = { email: 'another@example.com', fullName: 'Robin Test', typedName: 'Robin Test' };
  expect(kept).toEqual({ page: `/quick-sign/${guid}`, fields: typed, wrong: [] });
  const done = await send(filled.email, pair);
  expect(done.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^quayside_typed=;.*Max-Age=0/));
});
