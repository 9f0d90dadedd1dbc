import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import chunks from './chunks.json' with { type: 'json' };

const here = import.meta.dirname;
const files = ['router.tsx', ...globSync('*-routes.ts', { cwd: here })];
const router = files.map((file) => readFileSync(join(here, file), 'utf8')).join('\n');
const listed = Object.values(chunks).flat();

test('the server knows every page: each chunk that the router loads is listed for its path', () => {
  const loaded = [...router.matchAll(/import\('\.\/(.*?\.tsx)'\)/g)].map(([, file]) => `src/routes/${file}`);
  expect(new Set(listed)).toEqual(new Set(loaded));
});

test('each path that is listed is one of the router’s', () => {
  const paths = [...router.matchAll(/path: '\/?([^']*)'/g)].map(([, path = '']) => path.replaceAll('$', ':'));
  for (const path of Object.keys(chunks)) expect(paths).toContain(path.replace(/^\/(secure\/)?/, ''));
});

test('each chunk is made of a file that is there', () => {
  expect(listed.filter((file) => !existsSync(join(here, '../..', file)))).toEqual([]);
});
