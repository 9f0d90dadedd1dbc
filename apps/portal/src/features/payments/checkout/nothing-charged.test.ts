import { readFileSync } from 'node:fs';
import { errorStatus } from '@quayside/contract/errors/error-codes.ts';
import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { isClearRefusal } from '../make-charge.ts';
import { saysNothingCharged } from './nothing-charged.ts';

const file = new URL('../../../../../../languages/Server/en-GB.json', import.meta.url);
const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;

/** The checkout explains these in its own words. */
const explained = ['AMOUNT_CHANGED', 'PAYMENT_IN_PROGRESS', 'AUTHENTICATION_TOO_OLD'];

test('[PROV-8] the codes that are said to say that nothing was charged are those whose texts do', () => {
  const codes = Object.keys(errorStatus).filter((code) => !explained.includes(code));
  const saying = codes.filter((code) => /nothing was charged/i.test(texts[`errors.${code}`] ?? ''));
  expect(codes.filter(saysNothingCharged)).toEqual(saying);
  expect(saying).toContain('PROVIDER_UNAVAILABLE');
});

const answer = (status: number, errorCode: string) =>
  new ApiError(status, { responseStatus: { errorCode, message: '', errors: [] }, traceId: 'trace' });

test('[PROV-8] a charge was certainly refused only by a code that the server answers before it asks for money', () => {
  for (const code of ['AMOUNT_CHANGED', 'PAYMENT_IN_PROGRESS', 'PAYMENT_STATE', 'PROVIDER_UNAVAILABLE'])
    expect(isClearRefusal(answer(409, code))).toBe(true);
  expect(isClearRefusal(answer(500, 'INTERNAL_ERROR'))).toBe(false);
  expect(isClearRefusal(answer(429, 'TOO_MANY_REQUESTS'))).toBe(false);
  expect(isClearRefusal(new ApiError(0, undefined))).toBe(false);
  expect(isClearRefusal(new TypeError('PAYMENT_STATE'))).toBe(false);
});
