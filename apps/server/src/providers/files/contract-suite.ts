import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { type FileStorage, FileTooLarge } from './file-storage.ts';

const megabyte = 1024 * 1024;

/** The tests of every storage of files. `stored` counts the files that really exist, independent of the storage. */
export function fileStorageSuite(name: string, storage: () => FileStorage, stored: () => Promise<number>): void {
  const put = (content: Uint8Array[], limit = 20 * megabyte, tenant = 1) => storage().put(tenant, pour(content), limit);
  const read = async (file: string, range?: { start: number; end: number }, tenant = 1) => {
    const stream = await storage().get(tenant, file, range);
    return stream && buffer(stream);
  };

  describe(`[DOC-4] files ${name}`, () => {
    test.each([0, 1, 70_000, 5 * megabyte, 5 * megabyte + 1, 12 * megabyte])(
      'gives back the %d bytes that it was given, counted',
      async (size) => {
        const content = randomBytes(size);
        const file = await put([content.subarray(0, size / 2), content.subarray(size / 2)]);
        expect(file).toMatchObject({ size, sha256: createHash('sha256').update(content).digest('hex') });
        expect(content.equals((await read(file.name)) ?? Buffer.from('none'))).toBe(true);
      },
    );

    test('gives a part: its begin, its middle, its end', async () => {
      const content = randomBytes(10_000);
      const { name: file } = await put([content]);
      for (const [start, end] of [
        [0, 0],
        [0, 99],
        [5_000, 5_001],
        [9_999, 9_999],
        [0, 9_999],
      ] as const)
        expect(content.subarray(start, end + 1).equals((await read(file, { start, end })) ?? Buffer.alloc(0))).toBe(
          true,
        );
    });

    test('names files so that nobody guesses them, and never twice', async () => {
      const content = Buffer.from('the same');
      const files = await Promise.all(Array.from({ length: 20 }, () => put([content])));
      expect(new Set(files.map((file) => file.name)).size).toBe(20);
      for (const file of files) expect(file.name).toMatch(/^[0-9a-f]{48}$/);
    });

    test('knows whether a file is there, and deletes it once or twice', async () => {
      const { name: file } = await put([Buffer.from('x')]);
      expect(await storage().exists(1, file)).toBe(true);
      await storage().delete(1, file);
      await storage().delete(1, file);
      expect(await storage().exists(1, file)).toBe(false);
      expect(await read(file)).toBeNull();
    });

    test('shows a tenant’s file to no other tenant, who can’t delete it either', async () => {
      const { name: file } = await put([Buffer.from('mine')]);
      expect(await read(file, undefined, 2)).toBeNull();
      expect(await storage().exists(2, file)).toBe(false);
      await storage().delete(2, file);
      expect(String(await read(file))).toBe('mine');
    });

    test.each([
      '',
      '..',
      '../../etc/passwd',
      '/etc/passwd',
      'a'.repeat(47),
      'A'.repeat(48),
      `${'a'.repeat(48)}/..`,
      '\0',
    ])('finds nothing under %j', async (file) => {
      expect(await read(file)).toBeNull();
      expect(await storage().exists(1, file)).toBe(false);
      await storage().delete(1, file);
    });

    test.each([100, 6 * megabyte])('takes %d bytes and not one more, of which nothing is left', async (limit) => {
      expect(await put([randomBytes(limit)], limit)).toMatchObject({ size: limit });
      const before = await stored();
      await expect(put([randomBytes(limit), Buffer.from('x')], limit)).rejects.toThrow(FileTooLarge);
      expect(await stored()).toBe(before);
    });

    test.each([10, 6 * megabyte])('an upload that breaks off after %d bytes leaves nothing', async (size) => {
      const before = await stored();
      async function* broken() {
        yield randomBytes(size);
        throw new Error('the customer went away');
      }
      await expect(storage().put(1, broken(), 20 * megabyte)).rejects.toThrow('the customer went away');
      expect(await stored()).toBe(before);
    });
  });
}

async function* pour(content: Uint8Array[]) {
  yield* content;
}
