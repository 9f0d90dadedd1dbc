import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { lighten } from './light-routes.ts';

const lightened = (code: string) =>
  lighten(code, parseSync('routes.js', code).program as unknown as Parameters<typeof lighten>[1]);

test('the browser gets routes without the parts about the menu, the description and the target page', () => {
  const code = `export const berths = createRoute({ path: 'berths', staticData: { document: ['key', 'drawn'],
    description: 'berths.intro', menu: { group: 'last', place: 1 }, leadsTo: '/secure/berth' }, component: Berths });`;
  expect(lightened(code)).toBe(
    "export const berths = createRoute({ path: 'berths', staticData: { document: ['key', 'drawn'],\n    }, " +
      'component: Berths });',
  );
});

test('a function that takes the data apart stays as it is', () => {
  const code = 'const kindsOf = ({ staticData: { document } }) => document;';
  expect(lightened(code)).toBe(code);
});

test('a route of which no browser reads anything is left without data', () => {
  const code = "createRoute({ path: 'berths', staticData: { document: ['drawn', 'indexed'] }, component: Berths });";
  expect(lightened(code)).toBe("createRoute({ path: 'berths', component: Berths });");
});
