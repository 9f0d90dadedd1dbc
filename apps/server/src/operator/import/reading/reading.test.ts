import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../../../testing/import-files.ts';
import { readCsv } from './csv.ts';
import { readJson } from './json.ts';
import type { SourceRow } from './source-row.ts';
import { readText } from './text.ts';

type Reader = (texts: AsyncGenerator<string>) => AsyncGenerator<SourceRow>;

async function read(reader: Reader, content: string | Buffer): Promise<SourceRow[]> {
  const path = join(makeFolder({ file: content }), 'file');
  return Array.fromAsync(reader(readText(path, () => {})));
}

/** Longer than several chunks of a file, which end in the middle of characters. */
const many = 60_000;
const name = (n: number) => `Été ${n} – Größe`;

describe('a file that is read in pieces', () => {
  test('as CSV keeps its letters and its lines', async () => {
    const rows = await read(readCsv, `n,name\n${Array.from({ length: many }, (_, n) => `${n},${name(n)}\n`).join('')}`);
    expect(rows).toHaveLength(many);
    expect(rows.every(({ line, values }, n) => line === n + 2 && values.name === name(n))).toBe(true);
  });

  test('as JSON keeps its objects and its lines', async () => {
    const objects = Array.from({ length: many }, (_, n) =>
      JSON.stringify({ n, of: { name: `${name(n)} "{[` } }, null, 1),
    );
    const rows = await read(readJson, `[${objects.join(',\n')}]`);
    expect(rows).toHaveLength(many);
    expect(rows.every(({ line, values }, n) => line === n * 6 + 1 && values['of.name'] === `${name(n)} "{[`)).toBe(
      true,
    );
  });

  test('says on which line it is not UTF-8, or has no text', async () => {
    const good = Buffer.from(`${name(1)}\n`.repeat(many));
    const bad = (bytes: number[]) => Buffer.concat([good, Buffer.from(bytes), good]);
    for (const bytes of [
      [0xe9, 0x0a],
      [0x41, 0x00, 0x0a],
    ])
      await expect(read(readCsv, bad(bytes))).rejects.toMatchObject({
        line: many + 1,
        message: expect.stringContaining('UTF-8'),
      });
  });

  test('never holds a line without end', async () => {
    await expect(read(readCsv, `a,b\n"${'x'.repeat(1_500_000)}`)).rejects.toMatchObject({ line: 2 });
    await expect(read(readJson, `[{"a":"${'x\n'.repeat(1_500_000)}`)).rejects.toMatchObject({ line: 1 });
  });
});

test('cells are apart by what the first line has', async () => {
  const expected = [{ line: 2, values: { a: 'x,y', 'b;c': '1' } }];
  expect(await read(readCsv, 'a\t"b;c"\nx,y\t1')).toEqual(expected);
  expect(await read(readCsv, 'a,"b;c"\r\n"x,y",1\r\n')).toEqual(expected);
});

test('refuses an empty file, a column that is named twice, and JSON that is no list of objects', async () => {
  await expect(read(readCsv, '')).rejects.toMatchObject({ line: 1, message: expect.stringContaining('empty') });
  await expect(read(readCsv, 'a,b,a\n')).rejects.toMatchObject({ message: 'names the column "a" twice' });
  await expect(read(readJson, '[1]')).rejects.toMatchObject({
    message: expect.stringContaining('"1" where an object'),
  });
  await expect(read(readJson, '[{"a":1}\n{"b"')).rejects.toMatchObject({
    line: 2,
    message: 'is an object that never ends',
  });
});

test('[API-146] an array that is cut off behind a whole row is refused, and one that has not begun', async () => {
  for (const cut of ['[{"a":1}', '[{"a":1},\n', '[', '[[{"a":1}]'])
    await expect(read(readJson, cut)).rejects.toMatchObject({
      message: 'is an array that never ends: the file is cut off',
    });
  await expect(read(readJson, '[{"a":1}]\n]')).rejects.toMatchObject({
    line: 2,
    message: 'ends an array that has not begun',
  });
  const row = { line: 1, values: { a: '[' } };
  expect(await read(readJson, '[{"a":"["}] [{"a":"["}]')).toEqual([row, row]);
});

test('[API-115] a quotation mark that is left open is reported where its record begins', async () => {
  const good = Array.from({ length: 3000 }, (_, n) => `${n},"a\nb"\n`).join('');
  for (const [rows, line] of [
    ['1,x\n\n2,"open\n3,y\n4,z\n', 4],
    ['1,"open\n2,"y"\n', 2],
    [`${good}\n5,"open\n${good.replaceAll('"', '')}`, 6003],
  ] as const)
    await expect(read(readCsv, `n,name\n${rows}`)).rejects.toMatchObject({ line });
});

test('[API-115] the line that Excel writes before the columns names the separator', async () => {
  const expected = [{ line: 3, values: { a: 'x,y', b: '1' } }];
  expect(await read(readCsv, 'sep=;\r\na;b\r\nx,y;1\r\n')).toEqual(expected);
  expect(await read(readCsv, '\uFEFF"sep=|"\na|b\nx,y|1\n')).toEqual(expected);
  expect(await read(readCsv, 'sep=\t\na\tb\nx,y\t1\n')).toEqual(expected);
  await expect(read(readCsv, 'sep=;\na;b\n1;"open\n2;y\n')).rejects.toMatchObject({ line: 3 });
  await expect(read(readCsv, 'sep=;\na;b;a\n')).rejects.toMatchObject({ line: 2 });
});
