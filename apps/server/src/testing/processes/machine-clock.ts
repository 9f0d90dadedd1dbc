import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../http/context.ts';

/** This machine's own clock, for tests without copies that compare times. The server uses the database's. */
export const machineClock: Clock = {
  now: () => new Date(),
  pause: async (ms) => {
    await wait(ms);
  },
  isTrusted: true,
};
