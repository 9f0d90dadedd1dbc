import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAccount, makeLogin, makeTenant, type TestTenant } from '../../../testing/factories/factories.ts';
import { makeBoat, makeOrder } from '../../../testing/factories/orders.ts';
import { runOperator } from '../../testing/operator.ts';

let app: TestApp;
let marina: TestTenant;
beforeAll(async () => {
  app = await startTestApp();
  marina = await makeTenant(app, { name: 'Heron' });
});
afterAll(() => app.close());

const run = (text: string, { key }: TestTenant = marina) =>
  runOperator(['account', 'find', text, '--tenant', key], { database: app.testDatabase });

/** Returns the numbers of the accounts that a search finds. */
async function found(text: string): Promise<number[]> {
  const { out, err } = await run(text);
  if (err !== '') expect(err).toContain(`Heron has no customer with "${text}"`);
  return [...out.matchAll(/^(\d+) {2}/gm)].map(([, id]) => Number(id));
}

test('[RUN-214] a customer is found by all that they can say at the telephone', async () => {
  const { id } = await makeAccount(marina, {
    title: 'Mrs',
    firstname: 'Zoë',
    lastname: 'Müller-Bright',
    email: 'Zoe.Bright@example.com',
    phone: '01590 555 0123',
    mobile: '+44 7700 900461',
    reference: 'C-77',
  });
  await makeLogin(marina, { id }, { email: 'captain.zoe@example.org' });
  const owner = { tenantId: marina.id, accountId: id, siteId: 1 };
  await makeBoat(marina.db, owner, 'Étoile du Nord');
  await marina.db.updateTable('boats').set({ current_sticker_number: 'ST-4411', reference: 'B-9' }).execute();
  const order = await makeOrder(marina.db, owner);
  await marina.db
    .updateTable('orders')
    .set({ reference: 'O-5001', invoice_number: 'INV-820', invoiced_on: '2026-06-01' })
    .execute();
  const names = ['muller', 'MÜLLER', 'zoe bright', 'Bright Zoë', 'mrs müller', 'C-77', 'number:' + String(id)];
  const boats = ['etoile', 'du nord', 'st-4411', 'B-9'];
  const addresses = ['zoe.bright@example.com', 'captain.zoe', '@example.org'];
  const numbers = ['01590 5550123', '07700 900461', '+44 (0)7700-900461', '0044 7700 900 461', '900461'];
  const orders = ['O-5001', String(order.id), 'inv-820'];
  for (const text of [...names, ...boats, ...addresses, ...numbers, ...orders])
    expect(await found(text), text).toContain(id);
  for (const text of ['muller jones', 'nord du', '07700 900462', 'O-500', '4411', '%', '__', 'C-7'])
    expect(await found(text), text).not.toContain(id);
  const { out } = await run('O-5001');
  expect(out.split('\n').map((line) => line.trim())).toEqual([
    `${id}  (C-77)  Mrs Zoë Müller-Bright`,
    'Zoe.Bright@example.com, 01590 555 0123, +44 7700 900461',
    'boats: Étoile du Nord',
    'orders: O-5001',
    '',
  ]);
});

test('[RUN-214] a search shows no customer of another marina, and closed accounts last', async () => {
  const other = await makeTenant(app);
  await makeAccount(other, { lastname: 'Quillfeather' });
  expect(await found('Quillfeather')).toEqual([]);
  const closed = await makeAccount(marina, { firstname: 'Abe', lastname: 'Quillfeather', closed_at: new Date() });
  const open = await makeAccount(marina, { firstname: 'Zed', lastname: 'Quillfeather' });
  expect(await found('Quillfeather')).toEqual([open.id, closed.id]);
  expect((await run('Abe')).out).toContain('Abe Quillfeather  [closed]');
});

test('[RUN-214] a search that finds nobody or too many says what to do', async () => {
  expect(await run('nobody at all')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('Heron has no customer with "nobody at all". Try a part of the name, or the boat'),
  });
  for (let index = 0; index < 21; index += 1) await makeAccount(marina, { lastname: `Crowd${index}` });
  const { out } = await run('crowd');
  expect(out).toContain('These are the first 20, and there are more: type more of the name.');
  expect(await found('crowd')).toHaveLength(20);
});
