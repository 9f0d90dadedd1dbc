import fc from 'fast-check';
import { expect, test } from 'vitest';
import { creditByRate } from './credit-lines.rules.ts';

const line = (gross_minor: number, vat_minor: number, vat_percent: string | null) => ({
  gross_minor,
  vat_minor,
  vat_percent,
});

test('[PAID-2] a credit of all is what the lines say, to the penny', () => {
  const lines = [line(10_001, 1_667, '20.00'), line(4_999, 833, '20.00'), line(3_333, 0, '0.00')];
  expect(creditByRate(lines, 0, 18_333)).toEqual([
    { vatPercent: 20, grossMinor: 15_000, netMinor: 12_500, vatMinor: 2_500 },
    { vatPercent: 0, grossMinor: 3_333, netMinor: 3_333, vatMinor: 0 },
  ]);
});

test('[PAID-2] a part is divided by rate, and credits in many parts come to the lines of the order', () => {
  const amount = fc.integer({ min: 1, max: 10_000_000 });
  const rate = fc.constantFrom('20.00', '5.00', '0.00', null);
  const someLines = fc.array(fc.tuple(amount, rate), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(
      someLines,
      fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 5 }),
      (all, weights) => {
        const lines = all.map(([gross, percent]) =>
          line(gross, Math.round((gross * Number(percent)) / (100 + Number(percent))), percent),
        );
        const total = lines.reduce((sum, { gross_minor }) => sum + gross_minor, 0);
        const parts = weights.map((weight) =>
          Math.floor((total * weight) / weights.reduce((sum, each) => sum + each, 0)),
        );
        parts.push(total - parts.reduce((sum, part) => sum + part, 0));
        let before = 0;
        const sums = new Map<number | null, { gross: number; vat: number }>();
        for (const part of parts) {
          const rates = creditByRate(lines, before, part);
          expect(rates.reduce((sum, { grossMinor }) => sum + grossMinor, 0)).toBe(part);
          for (const { vatPercent, grossMinor, netMinor, vatMinor } of rates) {
            expect(netMinor + vatMinor).toBe(grossMinor);
            const sum = sums.get(vatPercent) ?? { gross: 0, vat: 0 };
            sums.set(vatPercent, { gross: sum.gross + grossMinor, vat: sum.vat + vatMinor });
          }
          before += part;
        }
        for (const [percent, some] of Map.groupBy(lines, ({ vat_percent }) => vat_percent)) {
          const gross = some.reduce((sum, { gross_minor }) => sum + gross_minor, 0);
          const vat = some.reduce((sum, { vat_minor }) => sum + vat_minor, 0);
          expect(sums.get(percent === null ? null : Number(percent))).toEqual({ gross, vat });
        }
      },
    ),
  );
});
