import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceLine } from './order-line.rules.ts';

const line = (quantity: string, grossUnitMinor: number, vatPercent = 20) => ({
  name: 'Berth',
  quantity,
  grossUnitMinor,
  vatPercent,
});

const quantities = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => (n / 1000).toFixed(3));

describe('the price of a line', () => {
  test.each([
    ['1', 1250, 1250],
    ['1.005', 100, 101], // 100.5, away from zero
    ['-1.005', 100, -101],
    ['1.004', 100, 100],
    ['11.35', 46_500, 527_775],
    ['0.5', 1, 1],
    ['0', 999, 0],
  ])('[ORD-2] %s × %i is %i minor units, a half away from zero', (quantity, unit, gross) => {
    expect(priceLine(line(quantity, unit)).grossMinor).toBe(gross);
  });

  test('[ORD-2] is never further than half a minor unit from the exact product', () => {
    fc.assert(
      fc.property(quantities, fc.integer({ min: 0, max: 10_000_000 }), (quantity, unit) => {
        const exact = BigInt(quantity.replace('.', '')) * BigInt(unit); // thousandths of a minor unit
        const error = BigInt(priceLine(line(quantity, unit)).grossMinor) * 1000n - exact;
        expect(error >= -500n && error <= 500n).toBe(true);
      }),
    );
  });

  test('[MONEY-3] is net and tax, with nothing lost between them', () => {
    fc.assert(
      fc.property(
        quantities,
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.constantFrom(0, 5, 5.5, 20),
        (quantity, unit, vatPercent) => {
          const { grossMinor, netMinor, vatMinor } = priceLine(line(quantity, unit, vatPercent));
          expect(netMinor + vatMinor).toBe(grossMinor);
          expect(Math.abs(vatMinor - (grossMinor * vatPercent) / (100 + vatPercent))).toBeLessThanOrEqual(0.5 + 1e-6);
        },
      ),
    );
  });

  test.each(['', '1,5', '1.2345', '1e3', 'NaN'])('"%s" is no quantity', (quantity) => {
    expect(() => priceLine(line(quantity, 100))).toThrow(RangeError);
  });

  test('an amount beyond 2^53 is refused, not rounded', () => {
    expect(() => priceLine(line('1000', Number.MAX_SAFE_INTEGER))).toThrow(RangeError);
  });
});
