import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast } from './contrast.ts';
import { darkSurface, makeAccent, toHex, toOklch } from './theme.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('text is readable on every colour of a marina', () => {
  fc.assert(
    fc.property(colour, (brand) => {
      const accent = makeAccent(brand);
      expect(contrast(accent.onBrand, brand)).toBeGreaterThanOrEqual(4.5);
      for (const [tones, page] of [
        [accent.light, '#ffffff'],
        [accent.dark, darkSurface],
      ] as const) {
        expect(contrast(tones.onFill, tones.fill)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(tones.onFill, tones.fillHover)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(tones.link, page)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(tones.link, tones.tint)).toBeGreaterThanOrEqual(4.5);
      }
    }),
    { numRuns: 2000 },
  );
});

test('the default colour never carries white text', () => {
  expect(makeAccent('not a colour').brand).toBe('#00acec');
  expect(makeAccent('#00acec').onBrand).toBe('#0b2239');
});

test('a scale of ten goes from light to dark', () => {
  const { scale } = makeAccent('#1f6f8b');
  const lightness = scale.map((step) => toOklch(step).l);
  expect(scale).toHaveLength(10);
  expect(lightness).toEqual(lightness.toSorted((a, b) => b - a));
});

test('a colour survives the way to OKLCH and back', () => {
  fc.assert(
    fc.property(colour, (hex) => {
      expect(toHex(toOklch(hex))).toBe(hex);
    }),
  );
});
