import { expect, test } from 'vitest';
import { type AgreementSummary, isOutstanding } from './agreements.ts';

const agreement: AgreementSummary = {
  guid: '6b1f4d0e-6f0c-4f5c-9d55-0b8f4c1f2a11',
  type: 'Berthing licence',
  startDate: null,
  endDate: null,
  isSigned: false,
  signatureRequired: true,
  createdOn: '2026-04-01T09:00:00+01:00',
  captureTime: null,
  associations: [],
};

test.each([
  [true, false, true],
  [true, true, false],
  [false, false, false],
  [false, true, false],
])('signature required %s, signed %s: outstanding %s', (signatureRequired, isSigned, expected) => {
  expect(isOutstanding({ ...agreement, signatureRequired, isSigned })).toBe(expected);
});
