import { putAccount } from '@quayside/contract/integration/accounts.ts';
import { creditOrder } from '@quayside/contract/integration/payments/credits.ts';
import { putOrder } from '@quayside/contract/integration/orders.ts';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../../testing/factories/factories.ts';
import { programOf } from '../../../testing/factories/integration.ts';
import { runOperator } from '../../testing/operator.ts';

let app: TestApp;
let marina: TestTenant;
beforeAll(async () => {
  app = await startTestApp();
  marina = await makeTenant(app);
});
afterAll(() => app.close());

async function list(from: string, to: string): Promise<string[]> {
  const args = ['invoice', 'list', '--tenant', marina.key, '--from', from, '--to', to];
  const { code, out, err } = await runOperator(args, { database: app.testDatabase });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const rows: Record<string, string>[] = parse(out, { columns: true });
  return rows.map((row) =>
    ['day', 'kind', 'number', 'vat_percent', 'net', 'tax', 'gross', 'order', 'credits']
      .map((name) => row[name])
      .join(' '),
  );
}

test('[RUN-182] "invoice list" has each invoice and credit note of a month, a line for each rate of tax', async () => {
  const program = await programOf(app, marina);
  await program.call(putAccount, { params: { reference: 'C-1' }, body: { site: 1, lastName: 'Sailor' } });
  const lines = [
    { name: 'Berth', quantity: 1, unitPrice: 120, vatPercent: 20 },
    { name: 'Water', quantity: 2, unitPrice: 12, vatPercent: 20 },
    { name: 'Insurance', quantity: 1, unitPrice: 10, vatPercent: 0 },
  ];
  const order = { account: 'C-1', type: 'Berthing', createdOn: '2026-04-30', dueOn: '2026-06-01', lines };
  const put = (reference: string, more: object) =>
    program.call(putOrder, { params: { reference }, body: { ...order, ...more } });
  await put('O-1', { invoiceNumber: 'INV-1', invoicedOn: '2026-05-01' });
  await put('O-2', { invoiceNumber: 'INV-2', invoicedOn: '2026-04-30' });
  await put('O-3', {});
  const credit = { reference: 'CN-1', amount: 77, number: 'CR-1' };
  await program.call(creditOrder, { params: { reference: 'O-1' }, body: credit });

  const may = await list('2026-05-01', '2026-05-31');
  expect(may.slice(0, 2)).toEqual([
    '2026-05-01 invoice INV-1 0 10.00 0.00 10.00 O-1 ',
    '2026-05-01 invoice INV-1 20 120.00 24.00 144.00 O-1 ',
  ]);
  expect(may.slice(2)).toEqual([
    '2026-05-16 credit-note CR-1 0 -5.00 0.00 -5.00 CN-1 INV-1',
    '2026-05-16 credit-note CR-1 20 -60.00 -12.00 -72.00 CN-1 INV-1',
  ]);
  expect(await list('2026-04-01', '2026-04-30')).toHaveLength(2);
  expect(await list('2026-07-01', '2026-07-31')).toEqual([]);
});

test('[RUN-182] days in the wrong order are refused', async () => {
  const args = ['invoice', 'list', '--tenant', marina.key, '--from', '2026-05-31', '--to', '2026-05-01'];
  expect((await runOperator(args, { database: app.testDatabase })).err).toContain('--from: is after --to.');
});
