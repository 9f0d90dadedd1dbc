import { describe, expect, test } from 'vitest';
import { decideAnsweredVersion1, decideThreeDSecure, type ThreeDSecureOutcome } from './three-d-secure.ts';

type Line = [enrollment: string | null, result: string | null, payload: boolean, outcome: ThreeDSecureOutcome];

const decide = (version: number, cardType: string | null, [enrollment, result, hasChallengePayload]: Line) =>
  decideThreeDSecure({ version, cardType, enrollment, result, hasChallengePayload });

const version2: Line[] = [
  [null, 'Y', false, 'proceed'],
  [null, 'A', false, 'proceed'],
  [null, 'C', true, 'challenge'],
  [null, 'C', false, 'fail'],
  [null, 'N', false, 'fail'],
  [null, 'U', false, 'fail'],
  [null, 'R', false, 'fail'],
  [null, 'E', false, 'fail'],
  [null, 'I', false, 'fail'],
  [null, 'D', false, 'fail'],
  [null, null, false, 'fail'],
  [null, null, true, 'fail'],
  ['Y', null, true, 'fail'],
];

describe.each(['VI', 'VE', 'VISA', 'MC', 'MASTERCARD', 'AM', 'AMEX', null])('version 2, card %s', (cardType) => {
  test.each(version2)('[CARD-5] enrolment %s, result %s, payload %s: %s follows', (...line) => {
    expect(decide(2, cardType, line)).toBe(line[3]);
  });
});

const version1Visa: Line[] = [
  ['Y', null, true, 'challenge'],
  ['Y', null, false, 'fail'],
  ['N', null, false, 'proceed'],
  ['N', null, true, 'proceed'],
  ['U', null, false, 'fail'],
  ['U', null, true, 'fail'],
  [null, 'Y', false, 'fail'],
  [null, null, true, 'fail'],
];

describe.each(['VI', 'VE', 'VISA', 'visa'])('version 1, Visa as %s', (cardType) => {
  test.each(version1Visa)('[CARD-5] enrolment %s, result %s, payload %s: %s follows', (...line) => {
    expect(decide(1, cardType, line)).toBe(line[3]);
  });
});

const version1Others = version1Visa.map(
  ([enrollment, result, payload, outcome]): Line => [
    enrollment,
    result,
    payload,
    outcome === 'challenge' ? 'challenge' : 'fail',
  ],
);

describe.each(['MC', 'MASTERCARD', 'MD', 'PL', 'AM', 'AMEX', null])('version 1, card %s', (cardType) => {
  test.each(version1Others)('[CARD-5] enrolment %s, result %s, payload %s: %s follows', (...line) => {
    expect(decide(1, cardType, line)).toBe(line[3]);
  });
});

test.each([0, 3, Number.NaN])('[CARD-5] an unknown version %s fails, whatever it says', (version) => {
  expect(decide(version, 'VI', ['N', 'Y', true, 'fail'])).toBe('fail');
});

test.each([
  ['Y', 'Y', 'proceed'],
  ['A', 'Y', 'proceed'],
  ['Y', 'N', 'fail'],
  ['Y', null, 'fail'],
  ['N', 'Y', 'fail'],
  ['U', 'Y', 'fail'],
  ['E', 'Y', 'fail'],
  [null, 'Y', 'fail'],
] as const)(
  '[CARD-5] an answered challenge of version 1 with result %s and signature %s: %s',
  (result, signature, outcome) => {
    expect(decideAnsweredVersion1(result, signature)).toBe(outcome);
  },
);
