import type { Country } from '@quayside/contract/tenant/tenant.ts';
import { expect, test } from 'vitest';
import { addressCountries, addressProblems } from './billing-address.ts';

const countries: Country[] = [
  { alpha2: 'GB', name: 'United Kingdom', states: {} },
  { alpha2: 'US', name: 'United States', states: { ME: 'Maine', NH: 'New Hampshire' } },
];
const empty = { nickName: '', address1: '', address2: '', town: '', state: '', postcode: '', country: '' };
const complete = { ...empty, address1: '1 Quay Street', town: 'Saltmarsh', postcode: 'SA1 1AA', country: 'GB' };

test('[CARD-11] the four fields of the checkout list are required, each with its own text', () => {
  expect(addressProblems(empty, countries)).toEqual({
    address1: 'account.enterFirstLineOfAddress',
    town: 'account.enterTown',
    postcode: 'account.enterPostcode',
    country: 'account.selectCountry',
  });
  expect(addressProblems(complete, countries)).toEqual({});
});

test('[CARD-11] a state is required where the country has states, and must be one of them', () => {
  const american = { ...complete, country: 'US' };
  expect(addressProblems(american, countries)).toEqual({ state: 'prompts.enterValue' });
  expect(addressProblems({ ...american, state: 'Cornwall' }, countries)).toEqual({ state: 'prompts.enterValue' });
  expect(addressProblems({ ...american, state: 'ME' }, countries)).toEqual({});
});

test('a provider that supports only some countries limits the list', () => {
  expect(addressCountries(countries, ['US']).map(({ alpha2 }) => alpha2)).toEqual(['US']);
  expect(addressCountries(countries, [])).toHaveLength(2);
});
