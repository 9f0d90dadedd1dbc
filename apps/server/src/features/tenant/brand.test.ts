import { contrast } from '@quayside/contract/tenant/contrast.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brandOf } from './brand.rules.ts';

test('text can be read on any marina’s colour, and in it', () => {
  const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(colours, (backgroundColour) => {
      const { colour, onColour, text } = brandOf({ backgroundColour });
      expect(colour).toBe(backgroundColour);
      expect(contrast(onColour, colour)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(text, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test('a marina without a colour has the default', () => {
  expect(brandOf({ backgroundColour: '' })).toMatchObject({ colour: '#00acec', onColour: '#0b2239' });
});
