import type { Day } from './days.ts';
import type { Place } from './places.ts';
import { seeded } from './seeded-random.ts';

const hour = 3_600_000;
const minute = 60_000;
/** The hours from one pull of the moon, and of the sun, to the next. */
const lunarPeriod = 12.420_601_2;
const solarPeriod = 12;

export interface Turn {
  readonly at: number;
  readonly kind: 'high' | 'low';
  /** Metres above chart datum. */
  readonly height: number;
}

/**
 * Returns the water's height above chart datum, in metres. It uses the two strongest real constituents, so that
 * springs and neaps occur.
 */
function tideHeight({ seed, meanLevel, lunar, solar }: Place, at: number): number {
  const hours = at / hour - lunarPeriod * seeded(seed, 'tide');
  const swing = (period: number) => Math.cos((2 * Math.PI * hours) / period);
  return meanLevel + lunar * swing(lunarPeriod) + solar * swing(solarPeriod);
}

/** Returns the high and low waters of a day, in their order. */
export function turnsOf(place: Place, { start, end }: Day): Turn[] {
  const turns: Turn[] = [];
  for (let at = start; at < end; at += minute) {
    const [before, height, after] = [-minute, 0, minute].map((step) => tideHeight(place, at + step)) as Triple;
    if (before < height && height >= after) turns.push({ at, kind: 'high', height });
    if (before > height && height <= after) turns.push({ at, kind: 'low', height });
  }
  return turns;
}

type Triple = [number, number, number];

/** Returns the heights over a day for a curve, one for each twenty minutes. */
export function curveOf(place: Place, { start, end }: Day): number[] {
  const step = 20 * minute;
  const count = Math.floor((end - start) / step) + 1;
  return Array.from({ length: count }, (_, index) => tideHeight(place, start + index * step));
}
