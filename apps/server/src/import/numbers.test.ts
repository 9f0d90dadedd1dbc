import { expect, test } from 'vitest';
import { TenantSettings } from '../lib/settings/tenant-settings.ts';
import { sampleSettings } from '../testing/factories/factories.ts';
import { amount, quantity } from './amounts.ts';

const inPounds = amount({ id: 1, key: 'heron', settings: TenantSettings.parse(sampleSettings()) });

test.each([
  ['1.50', '1.50'],
  ['1,50', '1.50'],
  ['1,5', '1.5'],
  ['-1250,00', '-1250.00'],
  ['£1250,00', '1250.00'],
])('[API-140] the amount %s is read as %s', (written, read) => {
  expect(inPounds.parse(written)).toBe(read);
});

test.each(['1,500', '-1,500', '1,250.00', '1.250,00', '1 250', '1,250,000', "1'250.00"])(
  '[API-140] the amount %s is refused: it is never read as thousands or as decimals by a guess',
  (written) => {
    expect(inPounds.safeParse(written).error?.issues.map(({ message }) => message)).toEqual([
      `"${written}" may have a thousands separator: leave it out, and write decimals with a point, such as 1250.00`,
    ]);
  },
);

test('[API-140] a quantity, which may have three decimals, is refused in the same way', () => {
  expect(quantity.parse('1.500')).toBe('1.500');
  expect(quantity.safeParse('1,500').error?.issues[0]?.message).toContain('may have a thousands separator');
});
