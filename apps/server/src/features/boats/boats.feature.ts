import type { Feature } from '../feature.ts';

declare module '../../db/numbers.ts' {
  interface Counters {
    boat: true;
  }
}

export const boatsFeature: Feature = {};
