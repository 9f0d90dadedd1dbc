import { expect, test } from 'vitest';
import { chunkGroups, unfold, unknownNames } from './chunk-groups.ts';

const groupsOf = (id: string) => chunkGroups.filter((group) => group.test(id)).map(({ name }) => name);

test('alternatives in braces stand for each of them, inside of others too', () => {
  expect(unfold('ui/button')).toEqual(['ui/button']);
  expect(unfold('ui/{row-{list,card},tabs}.')).toEqual(['ui/row-list.', 'ui/tabs.', 'ui/row-card.', 'ui/tabs.']);
});

test('a name that begins no path of a module is unknown', () => {
  const every = unknownNames([]);
  expect(every).toContain('portal/src/ui/form/password-field');
  const known = unknownNames(['/project/apps/portal/src/ui/form/password-field.tsx']);
  expect(every.filter((name) => !known.includes(name))).toEqual([
    'portal/src/ui/',
    'portal/src/ui/form/password-field',
  ]);
});

test('a file of a list is in no other group, and all other shared files are in the core', () => {
  expect(groupsOf('/project/apps/portal/src/ui/form/password-field.tsx')).toEqual(['password']);
  expect(groupsOf('/project/apps/portal/src/ui/button.tsx')).toEqual(['core']);
  expect(groupsOf('/project/node_modules/react/index.js')).toEqual(['core']);
  expect(groupsOf('/project/node_modules/signature_pad/dist/signature_pad.js')).toEqual([]);
  expect(groupsOf('/project/apps/portal/src/routes/secure/boats.tsx')).toEqual([]);
});
