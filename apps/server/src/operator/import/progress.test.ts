import { expect, test } from 'vitest';
import { Progress } from './progress.ts';

/** Makes a screen that can be read, and a clock that the test moves. */
function screen(isTTY: boolean) {
  let [written, time] = ['', 0];
  return {
    output: { write: (text: string) => void (written += text), isTTY, now: () => time },
    pass: (milliseconds: number) => void (time += milliseconds),
    written: () => written,
    line: () => written.split('\r\u001B[K').at(-1),
  };
}

test('a terminal shows a bar that fills with what was read, at most ten times a second', () => {
  const { output, pass, line, written } = screen(true);
  const file = new Progress(output).file('accounts.csv', 1000);
  pass(100);
  file.bytes(250);
  expect(line()).toBe('accounts.csv  ██████░░░░░░░░░░░░░░░░░░  25 %  0 rows');
  const before = written();
  for (let row = 0; row < 1500; row += 1) file.row();
  expect(written()).toBe(before);
  pass(100);
  file.bytes(750);
  expect(line()).toBe(`accounts.csv  ${'█'.repeat(24)} 100 %  1,500 rows`);
  file.end();
  expect(line()).toBe('accounts.csv: 1,500 rows read\n');
});

test('elsewhere a step is a line, and nothing is written over', () => {
  const { output, pass, written } = screen(false);
  const progress = new Progress(output);
  const file = progress.file('boats.csv', 0);
  pass(2000);
  file.row();
  file.bytes(10);
  file.end();
  progress.begin('checking');
  expect(written()).toBe('boats.csv: 1 rows read\nchecking …\n');
  expect([progress.rows, progress.seconds]).toEqual([1, 2]);
});
