import type { PointGroup } from 'signature_pad';
import { describe, expect, test } from 'vitest';
import { isTooShort, padHeightOf, padWidthIn, penOn, scaleStrokes } from './strokes.ts';

/** Returns a line with `count` points that are `apart` px from each other. */
const line = (count: number, apart: number): PointGroup => ({
  ...penOn(500),
  penColor: 'black',
  velocityFilterWeight: 0.7,
  compositeOperation: 'source-over',
  points: Array.from({ length: count }, (_, place) => ({ x: place * apart, y: 50, time: place * 10, pressure: 0.5 })),
});

describe('[AGR-6] the pad', () => {
  test.each([
    [1000, 500, 300],
    [530, 500, 300],
    [529, 499, 299.4],
    [328.6, 298, 178.8],
    [20, 0, 0],
  ])('in a wrapper of %d px is %d by %d', (wrapper, width, height) => {
    expect(padWidthIn(wrapper)).toBe(width);
    expect(padHeightOf(width)).toBeCloseTo(height);
  });

  test('draws no line thinner than 5 px at full width, and in proportion on a narrower one', () => {
    expect(penOn(500).minWidth * 2).toBe(5);
    expect(penOn(250).minWidth * 2).toBe(2.5);
  });
});

test('[AGR-6] strokes keep their shape and the pen its speed on a pad of another size', () => {
  const [half] = scaleStrokes([line(3, 20)], 0.5);
  expect(half).toMatchObject({ minWidth: 1.25, maxWidth: 2, penColor: 'black' });
  expect(half?.points[2]).toEqual({ x: 20, y: 25, time: 10, pressure: 0.5 });
  expect(scaleStrokes(scaleStrokes([line(3, 20)], 0.5), 2)).toEqual([line(3, 20)]);
});

describe('[AGR-6] a signature is refused as too short', () => {
  test.each([
    ['without a stroke', [], true],
    ['of one dot', [line(1, 0)], true],
    ['of four points, however far apart', [line(4, 100)], true],
    ['of less than 20 px, however many its points', [line(20, 1)], true],
    ['not of five points and 20 px', [line(5, 5)], false],
    ['not when several short strokes make one', [line(3, 5), line(3, 5)], false],
    ['not for the way from one stroke to the next', [line(3, 1), line(3, 1)], true],
  ])('%s', (_, strokes, short) => {
    expect(isTooShort(strokes)).toBe(short);
  });
});
