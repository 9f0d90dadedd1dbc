import { expect, test } from 'vitest';
import { ElapsedTime, elapsedMs, mayHaveBeenPaused, momentOf } from './elapsed.ts';

function countersOf(values: { running: number; sinceBoot: number; wall: number }) {
  const counters = { ...values, readings: 0 };
  const elapsed = new ElapsedTime({
    running: () => counters.running,
    sinceBoot: () => {
      counters.readings += 1;
      return counters.sinceBoot;
    },
    wall: () => counters.wall,
  });
  return { counters, elapsed };
}

test('[MONEY-1] time goes on while the machine is suspended, and never goes back', () => {
  const { counters, elapsed } = countersOf({ running: 1_000, sinceBoot: 900_000, wall: 5_000_000 });
  expect(elapsed.now()).toBe(1_000);
  counters.running += 500;
  counters.wall += 500;
  // The second counter is not exact.
  counters.sinceBoot += 510;
  expect(elapsed.now()).toBe(1_500);
  counters.sinceBoot += 60_000;
  counters.wall += 60_000;
  const woken = elapsed.now();
  expect(Math.abs(woken - 61_500)).toBeLessThan(50);
  counters.running += 10;
  counters.wall += 10;
  expect(elapsed.now()).toBe(woken + 10);
});

test('[MONEY-1] a suspension shows after a second, also if the clock was set back', () => {
  const { counters, elapsed } = countersOf({ running: 1_000, sinceBoot: 900_000, wall: 5_000_000 });
  counters.sinceBoot += 60_000;
  counters.running += 1_001;
  counters.sinceBoot += 1_001;
  counters.wall += 1_001;
  expect(elapsed.now()).toBe(62_001);
});

test('[MONEY-1] the machine’s start is asked for only when the clock has jumped or a second has passed', () => {
  const { counters, elapsed } = countersOf({ running: 1_000, sinceBoot: 900_000, wall: 5_000_000 });
  counters.readings = 0;
  for (let turn = 0; turn < 1_000; turn += 1) {
    counters.running += 1;
    counters.wall += 1;
    elapsed.now();
  }
  expect(counters.readings).toBe(0);
  counters.wall += 51; // somebody set the clock
  for (let turn = 0; turn < 100; turn += 1) elapsed.now();
  expect(counters.readings).toBe(1);
  expect(elapsed.now()).toBe(2_000);
});

test('[MONEY-1] on this machine it counts like the processor’s counter', () => {
  const difference = elapsedMs() - performance.now();
  expect(Math.abs(elapsedMs() - performance.now() - difference)).toBeLessThan(200);
});

test('[MONEY-1] a clock that moves otherwise than the counter shows a pause', () => {
  const machine = { wall: 5_000_000, elapsed: 1_000 };
  const clocks = { wall: () => machine.wall, elapsed: () => machine.elapsed };
  const since = momentOf(clocks);
  machine.wall += 10_000;
  machine.elapsed += 9_000;
  expect(mayHaveBeenPaused(clocks, since)).toBe(false);
  machine.wall += 1_500;
  expect(mayHaveBeenPaused(clocks, since)).toBe(true);
  machine.wall -= 8_000;
  expect(mayHaveBeenPaused(clocks, since)).toBe(true);
});
