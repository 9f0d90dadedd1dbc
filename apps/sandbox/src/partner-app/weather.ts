import { type Day, daysSince1970 } from './days.ts';
import type { Place } from './places.ts';
import { seeded, seededBetween } from './seeded-random.ts';

export const skies = ['clear', 'fair', 'cloudy', 'showers', 'rain'] as const;
export const bearings = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;

export interface Weather {
  readonly sky: (typeof skies)[number];
  /** Degrees Celsius in the daytime. */
  readonly temperature: number;
  readonly bearing: (typeof bearings)[number];
  /** Beaufort. */
  readonly wind: number;
  readonly gusts: number;
  /** Hectopascal. */
  readonly pressure: number;
}

/** The lowest wind force with a warning (Beaufort). */
export const warningForce = 6;

/** Returns a day's weather at a place. It is generated, follows the seasons, and is always the same. */
export function weatherOf({ seed }: Place, { date, start }: Day): Weather {
  const unsettled = seeded(seed, date, 'unsettled');
  const summer = Math.cos((2 * Math.PI * (daysSince1970(start) - 200)) / 365.25);
  const wind = Math.round(1 + unsettled * 6 + seededBetween(-0.5, 1, seed, date, 'wind'));
  return {
    sky: skies[Math.min(skies.length - 1, Math.floor(unsettled * skies.length))] ?? 'fair',
    temperature: Math.round(13 + 8 * summer + seededBetween(-3, 3, seed, date, 'temperature')),
    bearing: bearings[Math.floor(seeded(seed, date, 'bearing') * bearings.length)] ?? 'SW',
    wind,
    gusts: wind + Math.round(seededBetween(1, 2.4, seed, date, 'gusts')),
    pressure: Math.round(1028 - unsettled * 36),
  };
}
