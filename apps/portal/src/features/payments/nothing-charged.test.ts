import { readFileSync } from 'node:fs';
import { errorStatus } from '@quayside/contract/error-codes.ts';
import { expect, test } from 'vitest';
import { saysNothingCharged } from './nothing-charged.ts';

const file = new URL('../../../../../languages/Server/en-GB.json', import.meta.url);
const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;

/** The checkout explains these in its own words. */
const explained = ['AMOUNT_CHANGED', 'PAYMENT_IN_PROGRESS', 'AUTHENTICATION_TOO_OLD'];

test('[PROV-8] the codes that are said to say that nothing was charged are those whose texts do', () => {
  const codes = Object.keys(errorStatus).filter((code) => !explained.includes(code));
  const saying = codes.filter((code) => /nothing was charged/i.test(texts[`errors.${code}`] ?? ''));
  expect(codes.filter(saysNothingCharged)).toEqual(saying);
  expect(saying).toContain('PROVIDER_UNAVAILABLE');
});
