import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaperOrder } from './paper-order.types.ts';
import { TypesetterProcess } from './typesetter-process.service.ts';

const specimen: PaperOrder = {
  kind: 'specimen',
  title: 'Title',
  author: 'Somebody',
  language: 'en-GB',
  created: new Date('2026-05-16T09:00:00Z'),
  lines: ['a line'],
};
/** The templates of these tests do harm only with this order. */
const hostile = { ...specimen, lines: ['spoil'] };

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-test-typesetter-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Makes a typesetter whose template runs this code if the order's line says so. */
async function typesetterThat(does: string, limits: ConstructorParameters<typeof TypesetterProcess>[0]) {
  const head = '#let data = json("data.json")\n#set document(title: "T")';
  const source = `${head}\n#if data.lines.first() == "spoil" { ${does} }\nfine`;
  await writeFile(join(folder, 'specimen.typ'), source);
  return new TypesetterProcess({ idleMs: 100, ...limits }, folder);
}

const loop = 'for a in range(9000) { for b in range(9000) { for c in range(9000) { let x = calc.pow(2, 3) } } }';
const growing = 'let all = (); for a in range(9000) { all.push(range(100000)) }; [#all.len()]';

test('a template that loops is ended, its paper fails, and those that wait behind it are set', async () => {
  const typesetter = await typesetterThat(loop, { longestMs: 10_000 });
  const [first, ...waiting] = [specimen, hostile, specimen, specimen].map((order) => typesetter.set(order));
  expect((await first)?.subarray(0, 5).toString()).toBe('%PDF-');
  const settled = await Promise.allSettled(waiting);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(settled[0]).toMatchObject({ reason: { message: 'the process that sets papers ended' } });
});

test('a template that takes all memory is ended long before the time is over', async () => {
  const typesetter = await typesetterThat(growing, { longestMs: 600_000, megabytes: 400 });
  await expect(typesetter.set(hostile)).rejects.toThrow('the process that sets papers ended');
  expect((await typesetter.set(specimen)).subarray(0, 5).toString()).toBe('%PDF-');
});
