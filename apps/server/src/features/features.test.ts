import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildTasks, mailKinds } from '../worker/build-tasks.ts';
import type { JobServices } from './feature.ts';

const source = join(import.meta.dirname, '..');
const product = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(name))
  .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }));

/** Returns the names that files add to an interface, each with its file. */
function declared(shape: string): { file: string; name: string }[] {
  return product.flatMap(({ name: file, text }) =>
    [...text.matchAll(new RegExp(`^  interface ${shape} \\{\\n([\\s\\S]*?)^  \\}`, 'gm'))].flatMap(([, body = '']) =>
      [...body.matchAll(/^ {4}'?([\w.-]+)'?:/gm)].map(([, name = '']) => ({ file, name })),
    ),
  );
}

test.each(['AuditEvents', 'Counters', 'JobPayloads', 'MailPayloads'])(
  'each name of %s is declared by one feature',
  (shape) => {
    const names = declared(shape).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(3);
    expect(names).toEqual([...new Set(names)]);
  },
);

test('each task that a feature declares has its function, in the feature’s own list', () => {
  const tasks = Object.keys(buildTasks({} as JobServices));
  const names = declared('JobPayloads').map(({ name }) => name);
  expect(tasks.toSorted()).toEqual(names.toSorted());
});

test('each kind of mail that a feature declares has its writer, in the feature’s own list', () => {
  const names = declared('MailPayloads').map(({ name }) => name);
  expect(Object.keys(mailKinds).toSorted()).toEqual(names.toSorted());
});

test('each feature is in the list of features', () => {
  const list = product.find(({ name }) => name === 'features/features.ts')?.text ?? '';
  const files = product.map(({ name }) => name).filter((name) => name.endsWith('.feature.ts'));
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) expect(list).toContain(`'./${file.slice('features/'.length)}'`);
});
