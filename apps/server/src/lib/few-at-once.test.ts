import { expect, test } from 'vitest';
import { FewAtOnce } from './few-at-once.ts';

/** Runs works that each end when the test says so. */
function start(most: number, senders: string) {
  const few = new FewAtOnce(most);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const works = senders.split('').map((sender) =>
    few.run(sender, () => {
      begun.push(sender);
      return new Promise<void>((end) => ends.push(end));
    }),
  );
  const endOne = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { works, begun, endOne };
}

test('works beyond the limit wait, and each begins once', async () => {
  const { works, begun, endOne } = start(2, 'aaaaa');
  expect(begun).toHaveLength(2);
  await endOne();
  expect(begun).toHaveLength(3);
  for (let n = 0; n < 4; n += 1) await endOne();
  await Promise.all(works);
  expect(begun).toHaveLength(5);
});

test('senders take turns, and the works of one begin in their order', async () => {
  const { works, begun, endOne } = start(1, 'aaaabbc');
  for (let n = 0; n < 7; n += 1) await endOne();
  await Promise.all(works);
  expect(begun.join('')).toBe('aabcaba');
});

test('a work that fails frees its place', async () => {
  const few = new FewAtOnce(1);
  const failing = few.run('a', () => Promise.reject(new Error('broken')));
  const next = few.run('b', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('broken');
  await expect(next).resolves.toBe('done');
});
