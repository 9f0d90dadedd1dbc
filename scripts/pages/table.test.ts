import { expect, test } from 'vitest';
import { readPages } from './table.mjs';

const layouts = `
  export const root = createRootRouteWithContext()({ component: Root });
  export const quiet = createRoute({ getParentRoute: () => root, id: 'quiet',
    component: lazyRouteComponent(() => import('./quiet/layout.tsx'), 'Layout'), staticData: { document: ['key'] } });
  export const secure = createRoute({ getParentRoute: () => root, path: '/secure',
    component: lazyRouteComponent(() => import('./secure/layout.tsx'), 'Layout') });
`;
const read = (text: string) =>
  readPages([
    { file: 'layout-routes.ts', text: layouts },
    { file: 'berth-routes.ts', text },
  ]);

const berth = `export const berth = createRoute({ getParentRoute: () => secure, path: 'berths/$berthId',
  component: lazyRouteComponent(() => import('./secure/berth.tsx'), 'BerthPage') });`;

test('a page has its path below its layouts, and the files of all of them', () => {
  const first = `const shown = lazyRouteComponent(() => import('./quiet/berths.tsx'), 'BerthsPage');
    const berths = createRoute({ getParentRoute: () => quiet, path: '/berths', component: shown });`;
  expect(read(`${berth}${first}`)).toMatchObject({
    '/secure/berths/:berthId': { files: ['src/routes/secure/layout.tsx', 'src/routes/secure/berth.tsx'] },
    '/berths': { files: ['src/routes/quiet/layout.tsx', 'src/routes/quiet/berths.tsx'] },
  });
});

test('a page has what its route says of its document, and what its layouts say', () => {
  const text = `const berths = createRoute({ getParentRoute: () => quiet, path: '/berths', staticData:
    { document: ['wallets'] }, component: lazyRouteComponent(() => import('./quiet/berths.tsx'), 'BerthsPage') });`;
  expect(read(text)['/berths']?.document).toEqual(['key', 'wallets']);
  expect(read(berth)['/secure/berths/:berthId']).not.toHaveProperty('document');
});

test('a route that leads on has the files of the page to which it leads', () => {
  const older = `const older = createRoute({ getParentRoute: () => root, path: '/berth/$berthId',
    staticData: { leadsTo: '/secure/berths/:berthId' } });`;
  const files = ['src/routes/secure/layout.tsx', 'src/routes/secure/berth.tsx'];
  expect(read(berth + older)['/berth/:berthId']).toEqual({ leadsTo: '/secure/berths/:berthId', files });
  expect(() => read(older)).toThrow('The route older leads to "/secure/berths/:berthId", but there is no such page.');
});

test('a layout is not a page, and neither is the route for everything else', () => {
  const rest = `const rest = createRoute({ getParentRoute: () => root, path: '$' });`;
  expect(Object.keys(read(berth + rest))).toEqual(['/secure/berths/:berthId']);
});

test.each([
  ["path: 'berths'", 'has neither a lazyRouteComponent nor `leadsTo`'],
  ["path: berths, component: lazyRouteComponent(() => import('./b.tsx'), 'B')", "can't be read"],
  ["path: 'berths', component: BerthsPage", 'has neither a lazyRouteComponent nor `leadsTo`'],
])('a route that only says %s is refused', (options, problem) => {
  expect(() => read(`const berths = createRoute({ getParentRoute: () => secure, ${options} });`)).toThrow(problem);
});

test('a route under an unknown layout is refused', () => {
  const lost = berth.replace('=> secure', '=> nowhere');
  expect(() => read(lost)).toThrow('The route berth has no known parent: nowhere.');
});
