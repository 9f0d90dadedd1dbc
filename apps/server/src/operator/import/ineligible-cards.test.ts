import { listIneligibleCards } from '@quayside/contract/cards/cards.ts';
import { deleteIneligibleCard } from '@quayside/contract/cards/stored-cards.ts';
import { createImport, getImport } from '@quayside/contract/integration/imports.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAccount, makeTenant, sampleSettings, signedInCustomer } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import type { HttpClient } from '../../testing/http-client.ts';
import { type MailApp, startMailApp } from '../../testing/mail-app.ts';
import { TestMailbox } from '../../testing/mailbox.ts';

let app: MailApp;
beforeAll(async () => {
  app = await startMailApp(new TestMailbox());
});
afterAll(() => app.close());

/** Sends rows of cards, and returns the result and the problems once they are stored. */
async function send(program: HttpClient, rows: readonly Record<string, string>[]) {
  const body = rows.map((row) => JSON.stringify({ kind: 'ineligible-cards', row })).join('\n');
  const sent = await program.call(createImport, { query: {}, body } as never, {
    'content-type': 'application/x-ndjson',
  });
  expect(sent.status).toBe(201);
  const look = async () => (await program.call(getImport, { params: { id: sent.body.id }, query: {} })).body;
  await expect.poll(async () => (await look()).endedAt !== null, { timeout: 60_000 }).toBe(true);
  const { result, problems } = await look();
  return { counts: result?.find(({ kind }) => kind === 'ineligible-cards'), problems: problems.items };
}

const card = (reference: string, more: Record<string, string> = {}) => ({
  reference,
  account: 'C-1',
  provider: 'paysafe',
  card_type: 'VI',
  last_digits: '0191',
  expires_on: '2027-04-30',
  holder_name: 'R Test',
  reason: 'migrated',
  ...more,
});

test('[SHELL-270] the office names cards that can’t pay; one that the customer removes stays removed', async () => {
  const marina = await makeTenant(app, {
    settings: sampleSettings({ features: { 'ineligible-vaulted-cards': true } }),
  });
  const program = await programOf(app, marina);
  const { client, account } = await signedInCustomer(app, marina, await makeAccount(marina, { reference: 'C-1' }));
  const shown = async () =>
    (await client.call(listIneligibleCards, { params: { guid: account.guid } })).body.cards.toSorted(
      (one, other) => one.id - other.id,
    );

  const added = await send(program, [card('K-1', { nick_name: 'Boat card' }), card('K-2', { reason: 'no-sca' })]);
  expect(added).toEqual({
    counts: { kind: 'ineligible-cards', added: 2, changed: 0, unchanged: 0, removed: 0 },
    problems: [],
  });
  const [first] = await shown();
  const facts = { provider: 'paysafe', cardType: 'VI', lastDigits: '0191', holderName: 'R Test' };
  expect(await shown()).toMatchObject([
    { ...facts, cardExpiry: { month: 4, year: 2027 }, nickName: 'Boat card', reason: 'migrated' },
    { ...facts, nickName: '', reason: 'no-sca' },
  ]);

  await client.call(deleteIneligibleCard, { params: { guid: account.guid, id: first?.id ?? 0 } });
  const again = await send(program, [card('K-1', { holder_name: 'R Tester' }), card('K-2', { reason: 'expired' })]);
  expect(again.counts).toMatchObject({ added: 0, changed: 1, removed: 0 });
  expect(await shown()).toMatchObject([{ reason: 'expired' }]);
  const rows = marina.db.selectFrom('ineligible_cards').select(['holder_name', 'nick_name', 'last_digits']);
  expect(await rows.where('reference', '=', 'K-1').execute()).toEqual([
    { holder_name: '', nick_name: '', last_digits: '' },
  ]);

  const gone = await send(program, [card('K-2', { removed: 'yes' })]);
  expect(gone.counts).toMatchObject({ added: 0, changed: 0, removed: 1 });
  expect(await shown()).toEqual([]);
});

test('[SHELL-270] a card that is no card’s row is refused in words', async () => {
  const marina = await makeTenant(app, {});
  const program = await programOf(app, marina);
  const { problems } = await send(program, [card('K-1', { last_digits: '4000000000001091', reason: 'lost' })]);
  expect(problems.map(({ column, message }) => [column, message])).toEqual([
    ['last_digits', 'is not the last 4 digits of a card'],
    ['reason', '"lost" is none of expired, no-sca, migrated'],
    ['account', 'there is no account "C-1"'],
  ]);
});
