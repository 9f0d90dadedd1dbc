import { expect, test } from 'vitest';
import { canGoTo, enterStep, type Progress, type Step, steps } from './steps.ts';

const at = (current: Step, ...visited: Step[]): Progress => ({ current, visited });

test.each<{ title: string; before: Progress | null; wanted: Step; isPaid?: boolean; after: Progress }>([
  { title: 'the first is entered when nothing has been visited', before: null, wanted: 1, after: at(1, 1) },
  { title: 'and whatever else is wanted then', before: null, wanted: 3, after: at(1, 1) },
  { title: 'the next one', before: at(1, 1), wanted: 2, after: at(2, 1, 2) },
  { title: 'back to one that was visited', before: at(2, 1, 2), wanted: 1, after: at(1, 1, 2) },
  { title: 'and on to the highest again', before: at(1, 1, 2), wanted: 2, after: at(2, 1, 2) },
  { title: 'one that is too far sends back', before: at(1, 1), wanted: 3, after: at(1, 1) },
  { title: 'the last one needs a payment', before: at(2, 1, 2), wanted: 3, after: at(2, 1, 2) },
  { title: 'a payment ends it', before: at(2, 1, 2), wanted: 3, isPaid: true, after: at(3, 1, 2, 3) },
  { title: 'after a reload in another tab, too', before: null, wanted: 3, isPaid: true, after: at(3, 1, 2, 3) },
  { title: 'and there is no way back', before: at(3, 1, 2, 3), wanted: 1, isPaid: true, after: at(3, 1, 2, 3) },
])('[QP-1] $title', ({ before, wanted, isPaid = false, after }) => {
  expect(enterStep(before, wanted, isPaid)).toEqual(after);
});

test('[QP-1] a visited step can be gone back to, the current and later ones can’t, and none from the last', () => {
  const open = (progress: Progress) => steps.filter((step) => canGoTo(step, progress));
  expect(open(at(1, 1))).toEqual([]);
  expect(open(at(2, 1, 2))).toEqual([1]);
  expect(open(at(1, 1, 2))).toEqual([2]);
  expect(open(at(3, 1, 2, 3))).toEqual([]);
});
