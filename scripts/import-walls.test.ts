import { expect, test } from 'vitest';
import { behindFaces, brokenRules } from './import-walls.mjs';

const server = 'apps/server/src';
const portal = 'apps/portal/src';

/** Returns the arrows that a check finds, without the reasons. */
const arrowsOf = (found: readonly string[]) => found.map((line) => line.split('\n')[0]);

const forbidden = (file: string, ...targets: string[]) => arrowsOf(brokenRules(new Map([[file, targets]])));

test('a feature of the server shows others its service and its face, and nothing else', () => {
  const orders = `${server}/features/orders`;
  const shown = [`${orders}/orders.service.ts`, `${orders}/orders.face.ts`];
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

test('a feature of the portal imports no other feature', () => {
  const file = `${portal}/features/orders/order-card.tsx`;
  const target = `${portal}/features/boats/boat-card.tsx`;
  expect(forbidden(file, target)).toEqual([`${file} → ${target}`]);
  expect(forbidden(`${portal}/routes/secure/boats.tsx`, target)).toEqual([]);
});

test('a folder of the portal with a face shows others only this file', () => {
  const result = `${portal}/features/payments/result`;
  const face = `${result}/result.face.ts`;
  const inside = `${result}/outcome.tsx`;
  const outside = `${portal}/routes/secure/receipt.tsx`;
  const found = (file: string, target: string) =>
    arrowsOf(
      behindFaces(
        new Map([
          [face, [inside]],
          [file, [target]],
        ]),
      ),
    );
  expect(found(outside, face)).toEqual([]);
  expect(found(outside, inside)).toEqual([`${outside} → ${inside}`]);
  expect(found(`${result}/amount.tsx`, inside)).toEqual([]);
  expect(found(outside, `${portal}/features/payments/history/row.tsx`)).toEqual([]);
});
