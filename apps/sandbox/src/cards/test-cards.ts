/** The issuing bank's answer for a card. `after` is its answer when a challenge was passed. */
export interface Scenario {
  readonly result: 'Y' | 'A' | 'N' | 'U' | 'R' | 'C' | 'D';
  readonly after?: 'Y' | 'N' | 'U' | 'E';
  /**
   * Set if the bank knows only version 1. The provider then falls back, and reports the enrolment instead of a
   * result.
   */
  readonly enrollment?: 'Y' | 'N' | 'U';
  /** The code with which the look-up itself fails. */
  readonly errorCode?: '1001' | '1007';
}

const scenarios = {
  frictionless: { result: 'Y' },
  refused: { result: 'N' },
  attempted: { result: 'A' },
  unavailable: { result: 'U' },
  rejected: { result: 'R' },
  'lookup-unavailable': { result: 'U', enrollment: 'U' },
  'lookup-error': { result: 'U', enrollment: 'U', errorCode: '1001' },
  'lookup-timeout': { result: 'U', enrollment: 'U', errorCode: '1007' },
  bypassed: { result: 'U' },
  challenge: { result: 'C', after: 'Y' },
  'challenge-refused': { result: 'C', after: 'N' },
  'challenge-unavailable': { result: 'C', after: 'U' },
  'challenge-error': { result: 'C', after: 'E' },
  decoupled: { result: 'D' },
  'version-1': { result: 'C', after: 'Y', enrollment: 'Y' },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

const cards: Readonly<Record<string, ScenarioName>> = {
  '4000000000001000': 'frictionless',
  '5200000000001005': 'frictionless',
  '340000000001007': 'frictionless',
  '4000000000001018': 'refused',
  '5200000000001013': 'refused',
  '340000000001015': 'refused',
  '4000000000001026': 'attempted',
  '5200000000001021': 'attempted',
  '340000000001023': 'attempted',
  '4000000000001034': 'unavailable',
  '5200000000001039': 'unavailable',
  '340000000001031': 'unavailable',
  '4000000000001042': 'rejected',
  '5200000000001047': 'rejected',
  '340000000001049': 'rejected',
  '4000000000001059': 'lookup-unavailable',
  '4000000000001067': 'lookup-error',
  '4000000000001075': 'lookup-timeout',
  '4000000000001083': 'bypassed',
  '4000000000001091': 'challenge',
  '5200000000001096': 'challenge',
  '340000000001098': 'challenge',
  '4000000000001109': 'challenge-refused',
  '5200000000001104': 'challenge-refused',
  '340000000001106': 'challenge-refused',
  '4000000000001117': 'challenge-unavailable',
  '4000000000001125': 'challenge-error',
  '4000000000001133': 'decoupled',
  '4206720814705635': 'version-1',
};

/** Returns the scenario of a card number. Every other valid number passes without a challenge. */
export function scenarioOf(cardNumber: string): ScenarioName {
  return cards[cardNumber] ?? 'frictionless';
}

export function findScenario(name: ScenarioName): Scenario {
  return scenarios[name];
}

/** Returns the electronic commerce indicator of a result: 2, 1, 0 for Mastercard, and 5, 6, 7 for the others. */
export function eciOf(cardType: string, result: string): number {
  const mastercard = cardType === 'MC' || cardType === 'MD';
  if (result === 'Y') return mastercard ? 2 : 5;
  if (result === 'A') return mastercard ? 1 : 6;
  return mastercard ? 0 : 7;
}
