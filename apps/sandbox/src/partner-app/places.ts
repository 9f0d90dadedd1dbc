import { seededBetween } from './seeded.ts';

/** Where a customer lies, as far as tides and weather go. */
export interface Place {
  /** What all made data of the place comes from. */
  readonly seed: string;
  /** Empty where the app doesn't know it. */
  readonly name: string;
  readonly timeZone: string;
  /** Metres above chart datum. */
  readonly meanLevel: number;
  /** Metres: how far moon and sun lift the water. */
  readonly lunar: number;
  readonly solar: number;
  /** Metres of water at the berth at chart datum. */
  readonly sounding: number;
}

const seas = {
  solent: { timeZone: 'Europe/London', meanLevel: 2.05, lunar: 0.98, solar: 0.31 },
  mediterranean: { timeZone: 'Europe/Paris', meanLevel: 0.42, lunar: 0.08, solar: 0.03 },
};

const known: Readonly<Record<string, { names: readonly string[]; sea: keyof typeof seas }>> = {
  saltmarsh: { names: ['Saltmarsh Marina', 'Oyster Creek Moorings'], sea: 'solent' },
  'port-azur': { names: ['Port d’Azur, Vieux-Port', 'Anse des Mimosas'], sea: 'mediterranean' },
};

/** The place of a tenant's site. Those that nobody told us of are made up. */
export function placeOf(tenantKey: string, siteId: string): Place {
  const seed = `${tenantKey}/${siteId}`;
  const marina = known[tenantKey];
  const sea = seas[marina?.sea ?? 'solent'];
  const sounding = Math.round(seededBetween(1.1, 2.6, seed, 'sounding') * 10) / 10;
  return { seed, name: marina?.names[Number(siteId) - 1] ?? '', ...sea, sounding };
}
