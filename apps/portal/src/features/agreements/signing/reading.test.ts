import { describe, expect, test } from 'vitest';
import { showsEnd } from './reading.ts';

const box = (scrollTop: number, clientHeight = 500, scrollHeight = 1800) => ({ scrollTop, clientHeight, scrollHeight });

describe('[AGR-4] a text is read', () => {
  test.each([
    ['when it fits', box(0, 500, 500), true],
    ['when it fits but for what zooming rounds', box(0, 500, 504), true],
    ['not when a line more is below', box(0, 500, 505), false],
    ['not before it is scrolled', box(0), false],
    ['not five pixels before its end', box(1295), false],
    ['four pixels before its end', box(1296), true],
    ['at 200 % zoom, where a pixel is half a one', box(1299.5, 500, 1800), true],
    ['when it bounces beyond its end', box(1310), true],
    ['not while it is not drawn', box(0, 0, 0), false],
  ])('%s', (_, state, read) => {
    expect(showsEnd(state)).toBe(read);
  });
});
