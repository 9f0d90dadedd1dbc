import { expect, test } from 'vitest';
import { findTextKeys } from './text-keys.ts';

const known = ['orders.pay', 'orders.status.Paid', 'orders.status.Due', 'boats.count', 'cards.name'];

test('code shows the texts that it names whole, in any quotes', () => {
  expect(findTextKeys(`t("orders.pay");t('cards.name');t(\`boats.count\`,{count:2})`, known)).toEqual([
    'orders.pay',
    'boats.count',
    'cards.name',
  ]);
});

test('code shows all texts that begin as it says', () => {
  const status = ['orders.status.Paid', 'orders.status.Due'];
  expect(findTextKeys('t(`orders.status.${e}`)', known)).toEqual(status);
  expect(findTextKeys('t("orders.status."+e)', known)).toEqual(status);
});

test('a form of a key counts as the key, and no other words do', () => {
  expect(findTextKeys('t("boats.count_one")', known)).toEqual(['boats.count']);
  expect(findTextKeys('"orders";"orders.payment";import"./cards.name.js"', known)).toEqual([]);
});
