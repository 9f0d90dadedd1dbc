import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeAccount, makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { runOperator } from '../testing/operator.ts';

let app: TestApp;
let marina: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
  marina = await makeTenant(app);
  await makeAccount(marina, { reference: 'C-1' });
});
afterAll(() => app.close());

const payment = { reference: 'R-1', account: 'C-1', method: 'cash', 'paid-on': '2026-05-16', amount: '10.00' };

test.each<[command: string, options: Record<string, string>, told: string]>([
  ['payment record', { ...payment, method: 'Cash' }, '--method: write one of these: cash cheque'],
  [
    'payment record',
    { ...payment, amount: '10 EUR' },
    '--amount: "10 EUR" is in another currency: write an amount in GBP',
  ],
  ['payment record', { ...payment, amount: '€10' }, '--amount: "€10" is in another currency'],
  ['payment record', { ...payment, account: '' }, '--account: is empty'],
  ['payment record', { ...payment, site: '0' }, '--site: write more than 0'],
  ['login address', { account: 'C-1', email: '' }, '--email: write an e-mail address such as jo@example.com'],
  ['code issue', { account: 'C-1', separator: ':' }, '--separator: write one of these: , ; tab'],
  ['account export', { account: 'C-1', to: '' }, 'Name a folder, or s3://bucket/prefix.'],
])('[RUN-174] %s refuses a wrong value with what to write: %j', async (command, options, told) => {
  const named = Object.entries({ tenant: marina.key, ...options }).map(([name, value]) => `--${name}=${value}`);
  const { code, err } = await runOperator([...command.split(' '), ...named], { database: app.testDatabase });
  expect([code, err]).toEqual([1, expect.stringContaining(told)]);
});

test('[RUN-174] the number of a key that none can have is no error of the database', async () => {
  const args = ['key', 'revoke', '99999999999', '--tenant', marina.key];
  const { code, err } = await runOperator(args, { database: app.testDatabase });
  expect([code, err]).toEqual([1, '--key: write at most 2147483647\n']);
});
