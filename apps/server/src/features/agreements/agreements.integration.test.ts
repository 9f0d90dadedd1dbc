import { listAccountAgreements } from '@quayside/contract/agreements/agreements.ts';
import { patchAgreement, sendAgreement } from '@quayside/contract/integration/agreements.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { auditOf } from '../../testing/audit.ts';
import { committedEvents } from '../../testing/events.ts';
import {
  makeAccount,
  makeTenant,
  sampleSettings,
  type SignedIn,
  signedInCustomer,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { codeOf, type HttpClient } from '../../testing/http-client.ts';

let app: TestApp;
let marina: TestTenant;
let jo: SignedIn;
let program: HttpClient;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  marina = await makeTenant(app, { hosts: [`${crypto.randomUUID()}.example.com`] });
  jo = await signedInCustomer(app, marina, await makeAccount(marina, { email: 'jo.sailor@example.com' }));
  await marina.db.updateTable('accounts').set({ reference: 'C-1' }).execute();
  program = await programOf(app, marina);
});

const berth = {
  reference: 'A-1',
  account: 'C-1',
  type: 'Annual berth',
  declaration: '<h2>Berth A 14</h2><p>You rent it.</p><script>alert(1)</script>',
  startsOn: '2026-06-01',
  endsOn: '2027-05-31',
  signBy: '2026-06-30',
};
const send = (changes: Partial<Record<keyof typeof berth | 'site', unknown>> = {}, headers = {}, by = program) =>
  by.call(sendAgreement, { body: { ...berth, ...changes } as typeof berth }, headers);
const refusalOf = ({ body }: Awaited<ReturnType<typeof send>>) =>
  body.responseStatus?.errors.map(({ fieldName, message }) => `${fieldName} ${message}`);
const mails = () => marina.db.selectFrom('mails').select(['kind', 'recipient', 'payload']).execute();

describe('[API-8] [HOOK-1] [KEY-2] an agreement is sent to be signed', () => {
  test('it waits in the customer’s portal, and a mail has the link to it', async () => {
    const { status, body } = await send();
    expect([status, body]).toEqual([
      200,
      {
        reference: 'A-1',
        number: body.number,
        account: 'C-1',
        accountNumber: jo.account.id,
        site: 1,
        type: 'Annual berth',
        startsOn: '2026-06-01',
        endsOn: '2027-05-31',
        signBy: '2026-06-30',
        sentAt: '2026-05-16T09:00:00.000Z',
        mailedTo: 'jo.sailor@example.com',
      },
    ]);
    const listed = await jo.client.call(listAccountAgreements, {
      params: { accountGuid: jo.account.guid },
      query: { signed: 'false', rows: 100 },
    });
    expect(JSON.stringify(listed.body)).toContain('Annual berth');
    const { html } = await marina.db.selectFrom('declarations').select('html').executeTakeFirstOrThrow();
    expect(html).toContain('Berth A 14');
    expect(html).not.toContain('script');
    expect(await mails()).toMatchObject([
      { kind: 'mail-link', recipient: 'jo.sailor@example.com', payload: { agreementId: body.number } },
    ]);
    expect(await committedEvents(marina)).toMatchObject([
      { type: 'agreement.created', reference: 'A-1' },
      { type: 'agreement.sent', reference: 'A-1', object: body },
    ]);
    expect((await auditOf(marina)).at(-1)).toMatchObject({
      event: 'agreement.sent',
      actor: { kind: 'integration', name: 'Back office' },
      accountId: jo.account.id,
    });
  });

  test('once for one reference, however often and at once it is asked for', async () => {
    const answers = await Promise.all([send(), send(), send({}, { 'idempotency-key': 'first' })]);
    expect(new Set(answers.map(({ body }) => body.number))).toHaveProperty('size', 1);
    expect(await mails()).toHaveLength(1);
    expect(refusalOf(await send({ endsOn: '2027-06-30' }))).toEqual([
      'reference is the reference of another agreement',
    ]);
    expect(refusalOf(await send({ declaration: '<p>Another text</p>' }))).toEqual([
      'reference is the reference of another agreement',
    ]);
  });

  test('not again once it was withdrawn', async () => {
    await send();
    const withdrawn = { params: { reference: 'A-1' }, body: { signBy: null, withdrawnOn: '2026-05-16' } };
    await program.call(patchAgreement, withdrawn);
    const refusal = 'reference was withdrawn: send it under another reference';
    for (const changes of [{}, { signBy: null }]) expect(refusalOf(await send(changes))).toEqual([refusal]);
    expect(await mails()).toHaveLength(1);
    expect((await send({ reference: 'A-2' })).status).toBe(200);
  });

  test('[API-14] [SAFE-2] not with contradicting values, to nobody, or where agreements are off', async () => {
    expect(refusalOf(await send({ account: 'C-9' }))).toEqual(['account is no open account of the marina']);
    for (const site of [9, 2 ** 31]) expect(refusalOf(await send({ site }))).toEqual(['site is no site of the marina']);
    const early = await send({ endsOn: '2026-05-31' });
    expect([codeOf(early), refusalOf(early)]).toEqual(['400 INVALID_REQUEST', ['endsOn is before startsOn']]);
    const over = await send({ signBy: '2026-05-15' });
    expect([codeOf(over), refusalOf(over)]).toEqual(['400 INVALID_REQUEST', ['signBy is over']]);
    const blank = await send({ declaration: '<p> </p>' });
    expect([codeOf(blank), refusalOf(blank)]).toEqual(['400 INVALID_REQUEST', ['declaration has nothing to read']]);
    expect(codeOf(await send({ account: 'C-9' }))).toBe('409 ROW_REFUSED');
    expect(codeOf(await send({ declaration: ' ' }))).toBe('400 INVALID_REQUEST');
    const elsewhere = await makeTenant(app, { settings: sampleSettings({ agreementsEnabled: false }) });
    expect(codeOf(await send({}, {}, await programOf(app, elsewhere)))).toBe('404 FEATURE_DISABLED');
    await marina.db.updateTable('accounts').set({ email: '' }).execute();
    expect(codeOf(await send())).toMatch(/^\d+ NO_ACCOUNT_EMAIL$/);
    expect([await mails(), await committedEvents(marina)]).toEqual([[], []]);
  });
});
