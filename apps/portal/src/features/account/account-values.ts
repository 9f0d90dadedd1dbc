import type { Account } from '@quayside/contract/account.ts';
import {
  type AccountCircumstances,
  type AccountField,
  type AccountProblem,
  type AccountValues,
  accountFields,
  accountProblem,
} from '@quayside/contract/account-fields.ts';
import type { FormRules } from '../../ui/form/use-form.ts';

/** Returns the fields of an account that the form holds. */
export function valuesOf(account: Account): AccountValues {
  return Object.fromEntries(accountFields.map((field) => [field, account[field]])) as AccountValues;
}

/** The text key of each required field, for the case that it is empty. */
const missing: Readonly<Record<AccountField, string>> = {
  title: 'account.titleRequired',
  firstname: 'account.firstnameRequired',
  lastname: 'account.lastnameRequired',
  email: 'account.emailRequired',
  phone: 'account.phoneInvalid',
  mobile: 'account.mobileRequired',
  address1: 'account.addressRequired',
  address2: 'account.addressRequired',
  town: 'account.townRequired',
  county: 'account.countyRequired',
  countyCode: 'account.countyRequired',
  postcode: 'account.postcodeRequired',
  countryCode: 'account.countryRequired',
};

const malformed: Readonly<Partial<Record<AccountField, string>>> = {
  email: 'account.emailInvalid',
  phone: 'account.phoneInvalid',
  mobile: 'account.phoneInvalid',
};

/** Returns the text key of a field's error. */
function textOf(field: AccountField, problem: AccountProblem): string {
  if (problem === 'too-long') return 'account.tooLong';
  return (problem === 'invalid' && malformed[field]) || missing[field];
}

/** Returns the contract's rules in the form's shape. */
export function accountRules(circumstances: AccountCircumstances): FormRules<AccountValues> {
  const rules = accountFields.map((field) => [
    field,
    (_: string, values: AccountValues) => {
      const problem = accountProblem(field, values, circumstances);
      return problem && textOf(field, problem);
    },
  ]);
  return Object.fromEntries(rules) as FormRules<AccountValues>;
}

/** Compares two sets of values. Spaces around typed values don't count. */
export const isSame = (one: AccountValues, other: AccountValues): boolean =>
  accountFields.every((field) => one[field].trim() === other[field]);
