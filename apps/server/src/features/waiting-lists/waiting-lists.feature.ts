import type { Feature } from '../feature.ts';

declare module '../../db/numbers.ts' {
  interface Counters {
    'waiting-list': true;
  }
}

export const waitingListsFeature: Feature = {};
