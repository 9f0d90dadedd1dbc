import { expect, test } from 'vitest';
import { menuOf } from './menu.mjs';

const files = ['src/routes/secure/layout/layout.tsx'];
const place = (group: string, number: number) => ({ group, place: number, text: 'sidebar.berths', icon: 'IconAnchor' });

test('the menu has the routes’ entries in the order of their places, and loads payment pages whole', () => {
  const menu = menuOf({
    '/secure/berths': { files, menu: { ...place('money', 2), offeredIf: 'hasStays' } },
    '/secure/berth-cards': { files, document: ['payment'], menu: place('money', 1) },
    '/secure/berths/:berthId': { files },
  });
  expect(menu.match(/to: '[^']*'/g)).toEqual(["to: '/secure/berth-cards'", "to: '/secure/berths'"]);
  expect(menu.match(/IconAnchor/g)).toHaveLength(3);
  expect(menu.match(/reloadDocument: true|offeredIf: 'hasStays'/g)).toEqual([
    'reloadDocument: true',
    "offeredIf: 'hasStays'",
  ]);
});

test('two pages at one place of the menu are named, with the places that are taken', () => {
  const pages = {
    '/secure/berths': { files, menu: place('money', 2) },
    '/secure/cranes': { files, menu: place('last', 2) },
    '/secure/moorings': { files, menu: place('money', 2) },
  };
  expect(() => menuOf(pages)).toThrow(
    '/secure/berths and /secure/moorings have the same place in the menu, money 2. Its places are:\n' +
      'last 2: /secure/cranes\nmoney 2: /secure/berths\nmoney 2: /secure/moorings',
  );
});
