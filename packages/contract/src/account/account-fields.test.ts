import { describe, expect, test } from 'vitest';
import {
  accountFields,
  accountLimits,
  accountProblem,
  accountProblems,
  type AccountFieldOptions,
  type AccountField,
  type AccountValues,
  hasPostcodes,
  isRequired,
  lockedAccountFields,
} from './account-fields.ts';

const values: AccountValues = {
  title: 'Ms',
  firstname: 'Jo',
  lastname: 'Sailor',
  email: 'jo@example.com',
  phone: '01234 567890',
  mobile: '+44 7700 900123',
  address1: '1 Quay Street',
  address2: '',
  town: 'Saltmarsh',
  county: 'Essex',
  countyCode: '',
  postcode: 'SM1 1AA',
  countryCode: 'GB',
};
const empty = Object.fromEntries(accountFields.map((field) => [field, ''])) as AccountValues;
const options: AccountFieldOptions = {
  locked: new Set(),
  titles: ['Ms', 'Mr'],
  countries: [
    { alpha2: 'GB', states: {} },
    { alpha2: 'US', states: { ME: 'Maine' } },
  ],
  stored: empty,
};
const problemOf = (field: AccountField, value: string, changes: Partial<AccountFieldOptions> = {}) =>
  accountProblem(field, { ...values, [field]: value }, { ...options, ...changes });

describe('fields that a customer may not change', () => {
  const locked = (allowAccountEdit: boolean, ...uneditableAccountProperties: string[]) =>
    [...lockedAccountFields({ allowAccountEdit, uneditableAccountProperties })].toSorted();
  const nameAndAddress = [
    'address1',
    'address2',
    'county',
    'countyCode',
    'firstname',
    'lastname',
    'postcode',
    'title',
    'town',
  ];

  test('[ACC-1] nothing, where the marina lets them edit and names nothing', () => {
    expect(locked(true)).toEqual([]);
  });

  test('[ACC-1] name and address where it does not, and with them the country unless the marina names fields', () => {
    expect(locked(false)).toEqual([...nameAndAddress, 'countryCode'].toSorted());
    expect(locked(false, 'phone')).toEqual([...nameAndAddress, 'phone'].toSorted());
  });

  test('[ACC-1] the fields that the marina names, however it spells them', () => {
    expect(locked(true, 'Country')).toEqual(['countryCode']);
    expect(locked(true, 'countryCode')).toEqual(['countryCode']);
    expect(locked(true, 'COUNTY')).toEqual(['county', 'countyCode']);
    expect(locked(true, 'countyCode', 'Email')).toEqual(['county', 'countyCode', 'email']);
    expect(locked(true, 'shoeSize')).toEqual([]);
  });
});

describe('fields that must not be empty', () => {
  test('[ACC-1] all but phone, second address line and county', () => {
    const required = accountFields.filter((field) => isRequired(field, values, options));
    expect(required).toEqual([
      'title',
      'firstname',
      'lastname',
      'email',
      'mobile',
      'address1',
      'town',
      'postcode',
      'countryCode',
    ]);
  });

  test('no title where the marina has none, no postcode where the country has none, nothing that is locked', () => {
    expect(isRequired('title', values, { ...options, titles: [] })).toBe(false);
    expect(hasPostcodes('GB')).toBe(true);
    expect(['AE', 'HK', 'ZW'].map(hasPostcodes)).toEqual([false, false, false]);
    expect(isRequired('postcode', { countryCode: 'HK' }, options)).toBe(false);
    expect(isRequired('email', values, { ...options, locked: new Set(['email'] as const) })).toBe(false);
  });
});

test('[ACC-1] a company, which is stored with a last name alone, needs no title and no first name', () => {
  const company = { ...values, title: '', firstname: '', lastname: 'Kittiwake Charters Ltd' };
  expect(accountProblems(company, { ...options, stored: company })).toEqual({});
  expect(accountProblems(company, { ...options, stored: values })).toEqual({
    title: 'required',
    firstname: 'required',
  });
});

test.each([
  ['a title', { title: 'Ms', firstname: '' }, 'firstname'],
  ['a first name', { title: '', firstname: 'Jo' }, 'title'],
  ['neither, and no last name', { title: '', firstname: '', lastname: '' }, 'firstname'],
])('[ACC-1] an account that is stored with %s is no company', (_stored, names, missing) => {
  const stored = { ...values, ...names };
  expect(accountProblems(stored, { ...options, stored })).toMatchObject({ [missing]: 'required' });
});

describe('the problem of a field', () => {
  test('[ACC-1] every field that is missing is named, but not a locked one', () => {
    const locked = new Set(['mobile'] as const);
    expect(accountProblems(values, options)).toEqual({});
    expect(accountProblems({ ...values, mobile: ' ', town: '' }, options)).toEqual({
      mobile: 'required',
      town: 'required',
    });
    expect(accountProblems({ ...values, mobile: '', town: '' }, { ...options, locked })).toEqual({
      town: 'required',
    });
  });

  test.each(accountFields)('%s may be as long as its limit, and no longer', (field) => {
    const freeText = !['title', 'email', 'phone', 'mobile', 'countyCode', 'countryCode'].includes(field);
    expect(problemOf(field, 'a'.repeat(accountLimits[field] + 1))).toBe('too-long');
    if (freeText) expect(problemOf(field, 'a'.repeat(accountLimits[field]))).toBeNull();
  });

  test.each<[AccountField, string, string | null]>([
    ['email', 'jo@', 'invalid'],
    ['email', ' jo@example.com ', null],
    ['phone', '', null],
    ['phone', '123456', 'invalid'],
    ['phone', '1234567', null],
    ['phone', '+12345678901234567890', null],
    ['phone', '123456789012345678901', 'invalid'],
    ['phone', '01234-567890', 'invalid'],
    ['phone', '01234 567890 ext', 'invalid'],
    ['mobile', '0+7700900123', 'invalid'],
    ['title', 'Mr', null],
    ['title', 'Admiral', 'invalid'],
    ['countryCode', 'US', null],
    ['countryCode', 'XX', 'invalid'],
  ])('%s %j: %s', (field, value, problem) => {
    expect(problemOf(field, value)).toBe(problem);
  });

  test('any title is fine where the marina lists none', () => {
    expect(problemOf('title', 'Admiral', { titles: [] })).toBeNull();
  });

  test('a county’s code is one of the country’s, where the country is known', () => {
    const inMaine = (countyCode: string, countryCode: string) =>
      accountProblem('countyCode', { ...values, countryCode, countyCode }, options);
    expect([inMaine('ME', 'US'), inMaine('ZZ', 'US'), inMaine('ZZ', 'XX')]).toEqual([null, 'invalid', null]);
  });

  test('a stored value is not judged again, but must be there', () => {
    const stored = { ...values, email: 'an old spelling', phone: '' };
    expect(problemOf('email', 'an old spelling', { stored })).toBeNull();
    expect(problemOf('email', '', { stored: { ...stored, email: '' } })).toBe('required');
  });
});
