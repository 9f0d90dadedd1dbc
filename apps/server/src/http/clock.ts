import { setTimeout } from 'node:timers/promises';
import type { Clock } from './context.ts';

/** This machine's own clock. */
export const machineClock: Clock = {
  now: () => new Date(),
  pause: async (ms) => {
    await setTimeout(ms);
  },
};
