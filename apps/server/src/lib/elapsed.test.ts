import { expect, test } from 'vitest';
import { ElapsedTime, elapsedMs, mayHaveBeenPaused, momentOf } from './elapsed.ts';

test('[MONEY-1] time goes on while the machine is suspended, and never goes back', () => {
  const counters = { running: 1_000, sinceBoot: 900_000 };
  const elapsed = new ElapsedTime({ running: () => counters.running, sinceBoot: () => counters.sinceBoot });
  expect(elapsed.now()).toBe(1_000);
  counters.running += 500;
  // The second counter is not exact.
  counters.sinceBoot += 510;
  expect(elapsed.now()).toBe(1_500);
  counters.sinceBoot += 60_000;
  const woken = elapsed.now();
  expect(Math.abs(woken - 61_500)).toBeLessThan(50);
  counters.running += 10;
  expect(elapsed.now()).toBe(woken + 10);
});

test('[MONEY-1] on this machine it counts like the processor’s counter', () => {
  const difference = elapsedMs() - performance.now();
  expect(Math.abs(elapsedMs() - performance.now() - difference)).toBeLessThan(200);
});

test('[MONEY-1] a clock that moves otherwise than the counter shows a pause', () => {
  const machine = { wall: 5_000_000, elapsed: 1_000 };
  const told = { wall: () => machine.wall, elapsed: () => machine.elapsed };
  const since = momentOf(told);
  machine.wall += 10_000;
  machine.elapsed += 9_000;
  expect(mayHaveBeenPaused(told, since)).toBe(false);
  machine.wall += 1_500;
  expect(mayHaveBeenPaused(told, since)).toBe(true);
  machine.wall -= 8_000;
  expect(mayHaveBeenPaused(told, since)).toBe(true);
});
