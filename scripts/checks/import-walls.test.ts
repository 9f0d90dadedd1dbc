import { expect, test } from 'vitest';
import { importsOfPrivateFiles, brokenRules, writtenTwice } from './import-walls.mjs';

const server = 'apps/server/src';
const portal = 'apps/portal/src';

/** Returns the arrows that a check finds, without the reasons. */
const arrowsOf = (found: readonly string[]) => found.map((line) => line.split('\n')[0]);

const forbidden = (file: string, ...targets: string[]) => arrowsOf(brokenRules(new Map([[file, targets]])));

test('a feature of the server shows others its service and its exports, and nothing else', () => {
  const orders = `${server}/features/orders`;
  const shown = [`${orders}/orders.service.ts`, `${orders}/orders.exports.ts`];
  const hidden = [`${orders}/orders.presenter.ts`, `${orders}/due-date.rules.ts`, `${orders}/mail/mail.service.ts`];
  for (const file of [`${server}/features/boats/boats.service.ts`, `${server}/app/page.ts`]) {
    expect(forbidden(file, ...shown)).toEqual([]);
    expect(forbidden(file, ...hidden)).toEqual(hidden.map((target) => `${file} → ${target}`));
  }
  expect(forbidden(`${orders}/orders.routes.ts`, ...hidden)).toEqual([]);
  expect(forbidden(`${server}/features/features.ts`, `${orders}/orders.feature.ts`)).toEqual([]);
});

test('a test may import a private file of another feature, the product may not', () => {
  const target = `${server}/features/orders/orders.presenter.ts`;
  expect(forbidden(`${server}/features/boats/boats.test.ts`, target)).toEqual([]);
  expect(forbidden(`${server}/features/boats/boats.service.ts`, target)).toHaveLength(1);
});

test('a rule reads no files, a service may', () => {
  for (const target of ['node:fs', 'node:fs/promises']) {
    expect(forbidden(`${server}/features/tenant/brand.rules.ts`, target)).toHaveLength(1);
    expect(forbidden(`${server}/features/tenant/logo.service.ts`, target)).toEqual([]);
  }
});

test('a feature of the portal imports no other feature', () => {
  const file = `${portal}/features/orders/order-card.tsx`;
  const target = `${portal}/features/boats/boat-card.tsx`;
  expect(forbidden(file, target)).toEqual([`${file} → ${target}`]);
  expect(forbidden(`${portal}/routes/secure/boats.tsx`, target)).toEqual([]);
});

test('a folder of the portal with an exports file shows others only this file', () => {
  const result = `${portal}/features/payments/result`;
  const exports = `${result}/result.exports.ts`;
  const inside = `${result}/outcome.tsx`;
  const outside = `${portal}/routes/secure/receipt.tsx`;
  const found = (file: string, target: string) =>
    arrowsOf(
      importsOfPrivateFiles(
        new Map([
          [exports, [inside]],
          [file, [target]],
        ]),
      ),
    );
  expect(found(outside, exports)).toEqual([]);
  expect(found(outside, inside)).toEqual([`${outside} → ${inside}`]);
  expect(found(`${result}/amount.tsx`, inside)).toEqual([]);
  expect(found(outside, `${portal}/features/payments/history/row.tsx`)).toEqual([]);
});

test('one feature writes a table', () => {
  const orders = `${server}/features/orders/orders.queries.ts`;
  const twice = (file: string, text: string) =>
    writtenTwice(
      new Map([
        [orders, "db.updateTable('orders')"],
        [file, text],
      ]),
    );
  const invoices = `${server}/features/invoices/invoices.queries.ts`;
  const writes = ["db\n.insertInto('orders')", 'sql`delete from orders o`', 'sql`\n update orders set a = 1`'];
  for (const write of [...writes, "insertRows(trx, tenantId, 'orders', rows)"])
    expect(arrowsOf(twice(invoices, write))).toEqual([`orders: is written by ${orders} and ${invoices}`]);
  for (const read of ["db.selectFrom('orders')", 'sql`select from orders for update of orders`', '// update orders '])
    expect(twice(invoices, read)).toEqual([]);
  expect(twice(`${server}/features/orders/orders-import.queries.ts`, "db.deleteFrom('orders')")).toEqual([]);
  expect(twice(`${server}/features/archive/archive.queries.ts`, "db.deleteFrom('orders')")).toEqual([]);
});
