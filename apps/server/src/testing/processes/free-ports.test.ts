import { spawnSync } from 'node:child_process';
import { afterEach, expect, test, vi } from 'vitest';
import { findFreePorts } from './free-ports.ts';

afterEach(() => vi.restoreAllMocks());

/** Returns the random number that leads to this port. */
const numberOf = (port: number) => (port - 12_000 + 0.5) / 18_000;

test('a port is found once, though nobody listens there yet, and no row of ports overlaps with another', async () => {
  const row = await findFreePorts(3);
  const single = await findFreePorts(1);
  const random = vi.spyOn(Math, 'random');
  for (const taken of [row, row + 2, row - 2, single]) random.mockReturnValueOnce(numberOf(taken));
  const found = await findFreePorts(3);
  expect(random.mock.calls.length).toBeGreaterThan(4);
  const kept = [row, row + 1, row + 2, single];
  expect([found, found + 1, found + 2].filter((port) => kept.includes(port))).toEqual([]);
});

test('another process does not find it either', async () => {
  const port = await findFreePorts(1);
  const finder = `
    const random = Math.random;
    const numbers = [${numberOf(port)}];
    Math.random = () => numbers.shift() ?? random();
    const { findFreePorts } = await import(${JSON.stringify(new URL('free-ports.ts', import.meta.url).href)});
    console.log(await findFreePorts(1));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', finder], { encoding: 'utf8' });
  expect(Number(stdout), stderr).toBeGreaterThanOrEqual(12_000);
  expect(Number(stdout)).not.toBe(port);
});
