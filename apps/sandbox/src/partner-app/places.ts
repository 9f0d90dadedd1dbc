import { seededBetween } from './seeded-random.ts';

/** The place where a customer's boat lies, as tides and weather need it. */
export interface Place {
  /** The seed of all generated data of the place. */
  readonly seed: string;
  /** Empty if the app doesn't know it. */
  readonly name: string;
  readonly timeZone: string;
  /** Metres above chart datum. */
  readonly meanLevel: number;
  /** The heights by which moon and sun lift the water, in metres. */
  readonly lunar: number;
  readonly solar: number;
  /** The depth at the berth at chart datum, in metres. */
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

/** Returns the place of a tenant's site. Unknown places are made up. */
export function placeOf(tenantKey: string, siteId: string): Place {
  const seed = `${tenantKey}/${siteId}`;
  const marina = known[tenantKey];
  const sea = seas[marina?.sea ?? 'solent'];
  const sounding = Math.round(seededBetween(1.1, 2.6, seed, 'sounding') * 10) / 10;
  return { seed, name: marina?.names[Number(siteId) - 1] ?? '', ...sea, sounding };
}
