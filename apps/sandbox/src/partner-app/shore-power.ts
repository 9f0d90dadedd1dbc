import { dayAt } from './days.ts';
import type { Place } from './places.ts';
import { seededBetween } from './seeded-random.ts';

export interface Usage {
  readonly date: string;
  /** Kilowatt hours. */
  readonly used: number;
}

/** Returns the readings of the berth's meter for the last seven days, without today. */
export function usageOf({ seed, timeZone }: Place, now: number): Usage[] {
  return Array.from({ length: 7 }, (_, index) => {
    const { date } = dayAt(now, timeZone, index - 7);
    return { date, used: Math.round(seededBetween(0.8, 7.5, seed, date, 'power') * 10) / 10 };
  });
}

/** Returns the number on the berth's meter. */
export const meterOf = ({ seed }: Place) => `QP-${Math.round(seededBetween(10_000, 99_999, seed, 'meter'))}`;
