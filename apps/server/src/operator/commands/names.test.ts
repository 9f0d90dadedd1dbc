import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeAccount, makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { makeAgreement, makeOrder, type Owner } from '../../testing/factories/orders.ts';
import { insertPayment } from '../../testing/factories/payments.ts';
import { runOperator } from '../testing/operator.ts';

let app: TestApp;
let tenant: TestTenant;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app, { hosts: [`${crypto.randomUUID()}.example.com`] });
  owner = await ownerOf('C-1');
});

async function ownerOf(reference: string): Promise<Owner> {
  const { id, siteId } = await makeAccount(tenant, { email: `${reference}@example.com` });
  await tenant.db.updateTable('accounts').set({ reference }).where('id', '=', id).execute();
  return { tenantId: tenant.id, accountId: id, siteId };
}

async function orderOf(of: Owner, reference: string | null): Promise<{ id: number; guid: string }> {
  const order = await makeOrder(tenant.db, of);
  await tenant.db.updateTable('orders').set({ reference }).where('id', '=', order.id).execute();
  return order;
}

const run = (command: string[], ...options: string[]) =>
  runOperator([...command, '--tenant', tenant.key, ...options], { database: app.testDatabase });

async function output(command: string[], ...options: string[]): Promise<string> {
  const { code, out, err } = await run(command, ...options);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out.trim();
}

async function refused(command: string[], ...options: string[]): Promise<string> {
  const { code, out, err } = await run(command, ...options);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  return err.trim();
}

const till = (reference: string) => ['--reference', reference, '--method', 'cash', '--paid-on', '2026-05-02'];

describe('[PAID-5] a name that is the reference of one and the number of another', () => {
  test('of orders is refused by every command, and each of the two can be chosen', async () => {
    const numbered = await orderOf(owner, 'INV-1');
    const name = String(numbered.id);
    const referred = await orderOf(await ownerOf('C-2'), name);
    const both =
      `"${name}" is the reference of order ${referred.id} and the number of order ${name} (reference INV-1). ` +
      `Name one of them: reference:${name} or number:${name}.`;
    for (const command of [
      ['pay-link', '--order', name],
      ['mail-link', '--order', name],
      ['credit', '--order', name, '--reference', 'CN-1'],
      ['payment allocate', '--order', name],
      ['payment record', '--account', 'C-1', ...till('T-1'), '--amount', '60.00', '--orders', name],
    ])
      expect(await refused(command[0]?.split(' ') ?? [], ...command.slice(1))).toBe(both);
    const link = async (wanted: string) => (await output(['pay-link'], '--order', wanted)).split('/').at(-1);
    expect(await link(`number:${name}`)).toBe(numbered.guid);
    expect(await link(`Reference: ${name}`)).toBe(referred.guid);
    expect(await link('INV-1')).toBe(numbered.guid);
    expect(await link(String(referred.id))).toBe(referred.guid);
    expect(await refused(['pay-link'], '--order', 'number:INV-1')).toContain('has no order "number:INV-1"');
    const named = ['--account', 'C-1', ...till('T-2'), '--amount', '60.00', '--orders', `number:${name}`];
    expect(await output(['payment', 'record'], ...named)).toContain(`order ${name} (INV-1): 60.00 GBP`);
  });

  test('of one order alone is accepted', async () => {
    const order = await orderOf(owner, null);
    const reference = String(order.id);
    await tenant.db.updateTable('orders').set({ reference }).where('id', '=', order.id).execute();
    expect(await output(['pay-link'], '--order', reference)).toContain(order.guid);
  });

  test('of accounts is refused, also if one is closed', async () => {
    const name = String(owner.accountId);
    const other = await ownerOf(name);
    const both =
      `"${name}" is the reference of account ${other.accountId} and the number of account ${name} ` +
      '(reference C-1).';
    const record = ['payment', 'record'];
    const paid = [...till('T-1'), '--amount', '60.00'];
    expect(await refused(record, '--account', name, ...paid)).toContain(both);
    expect(await refused(['account', 'erase'], '--account', name)).toContain(both);
    expect(await refused(['mail-link'], '--documents', name)).toContain(both);
    await tenant.db.updateTable('accounts').set({ closed_at: new Date() }).where('id', '=', other.accountId).execute();
    expect(await refused(record, '--account', name, ...paid)).toContain(both);
    expect(await refused(['mail-link'], '--documents', `reference:${name}`)).toContain('has no open account');
    expect(await output(record, '--account', `number:${name}`, ...paid)).toContain('is recorded');
  });

  test('of payments and agreements is refused', async () => {
    const order = await orderOf(owner, 'INV-1');
    const payment = await insertPayment(tenant.db, owner, { state: 'allocated', orderId: order.id, amountMinor: 100 });
    const number = `P${String(payment.id).padStart(6, '0')}`;
    await output(['payment', 'record'], '--account', 'C-1', ...till(number), '--amount', '60.00');
    expect(await refused(['refund'], '--payment', number)).toContain(
      `"${number}" is the reference of payment P${String(payment.id + 1).padStart(6, '0')} and the number of payment ` +
        `${number}`,
    );
    const numbered = await makeAgreement(tenant.db, owner);
    const referred = await makeAgreement(tenant.db, owner);
    const set = tenant.db.updateTable('agreements').set({ reference: String(numbered.id) });
    await set.where('id', '=', referred.id).execute();
    expect(await refused(['mail-link'], '--agreement', String(numbered.id))).toContain(
      `is the reference of agreement ${referred.id} and the number of agreement ${numbered.id}.`,
    );
  });
});

test('[PAID-1] a payment onto another customer’s order says its number and its reference', async () => {
  const order = await orderOf(await ownerOf('C-2'), '50901');
  const options = ['--account', 'C-1', ...till('T-1'), '--amount', '60.00', '--orders', '50901'];
  expect(await refused(['payment', 'record'], ...options)).toBe(
    `Nothing is recorded: order ${order.id} (50901) is of another account. Name that account, or other orders.`,
  );
});

test('[RUN-185] commands name an order by its number and its reference, and say what to do with money', async () => {
  const owned = await ownerOf('C-3');
  const { id } = await orderOf(owned, 'INV-7');
  const name = `order ${id} (INV-7)`;
  const record = (reference: string, ...more: string[]) =>
    output(['payment', 'record'], '--account', 'C-3', ...till(reference), '--amount', '500.00', ...more);
  expect(await record('T-7')).toContain(`${name}: 100.00 GBP\n  on no order, and available: 400.00 GBP\n`);
  expect((await record('T-8', '--orders', 'INV-7')).split('\n').slice(1)).toEqual([
    `  ${name}: nothing, it owes nothing`,
    '  on no order, and available: 500.00 GBP',
    'Put what is on no order on one with "payment allocate", or give it back with "payment reverse".',
  ]);
  const allocate = (order: string) => refused(['payment', 'allocate'], '--order', order);
  const instead = 'Put the money on another order, or give it back.';
  expect(await allocate('INV-7')).toBe(`Nothing is changed: ${name} owes nothing. ${instead}`);
  expect(await refused(['pay-link'], '--order', 'INV-7', '--mail')).toBe(`O${name.slice(1)} has nothing left to pay.`);
  const credit = ['--order', 'INV-7', '--reference', 'CN-7', '--number', 'CN-7'];
  expect(await output(['credit'], ...credit)).toMatch(/for order \d+ \(INV-7\) is made\. It is order \d+ \(CN-7\)\./);
  const again = ['--order', 'INV-7', '--reference', 'CN-8', '--number', 'CN-8'];
  expect(await refused(['credit'], ...again)).toBe(`Nothing is credited: ${name} is credited already.`);
  const gone = await orderOf(owned, 'INV-8');
  await tenant.db.updateTable('orders').set({ cancelled_at: new Date() }).where('id', '=', gone.id).execute();
  const ofGone = ['--account', 'C-3', ...till('T-9'), '--amount', '1.00', '--orders', 'INV-8'];
  expect(await refused(['payment', 'record'], ...ofGone)).toBe(
    `Nothing is recorded: order ${gone.id} (INV-8) is cancelled. ` +
      'Name other orders, or none: what no order takes stays available.',
  );
  expect(await allocate('INV-8')).toBe(`Nothing is changed: order ${gone.id} (INV-8) is cancelled. ${instead}`);
});
