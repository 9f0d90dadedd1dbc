import type { Account } from '@quayside/contract/account.ts';
import {
  type AccountCircumstances,
  type AccountField,
  type AccountProblem,
  type AccountValues,
  accountFields,
  accountProblem,
} from '@quayside/contract/account-fields.ts';
import type { FormRules } from '../../ui/use-form.ts';

/** What of an account the form holds. */
export function valuesOf(account: Account): AccountValues {
  return Object.fromEntries(accountFields.map((field) => [field, account[field]])) as AccountValues;
}

/** The key of each field's text where it is empty and must not be. */
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

/** The key of what is wrong with a field. */
function textOf(field: AccountField, problem: AccountProblem): string {
  if (problem === 'too-long') return 'account.tooLong';
  return (problem === 'invalid' && malformed[field]) || missing[field];
}

/** The contract's rules as the form has them. */
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

/** The same, but for blanks around what was typed. */
export const isSame = (one: AccountValues, other: AccountValues): boolean =>
  accountFields.every((field) => one[field].trim() === other[field]);
