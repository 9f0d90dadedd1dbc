import { type Account, saveAccount } from '@quayside/contract/account/account.ts';
import {
  type AccountFieldOptions,
  type AccountField,
  type AccountProblem,
  type AccountValues,
  accountFields,
  accountProblem,
  lockedAccountFields,
} from '@quayside/contract/account/account-fields.ts';
import type { Country } from '@quayside/contract/tenant/tenant.ts';
import { useState } from 'react';
import { api } from '../../lib/calls/api.ts';
import type { ApiError } from '../../lib/calls/api-error.ts';
import { withRecentSignIn } from '../../lib/session/recent-sign-in.ts';
import { useTenant } from '../../lib/tenant.ts';
import type { Failures } from '../../lib/actions/use-action.ts';
import { type FormRules, useForm } from '../../ui/form/use-form.ts';
import { type ElsewhereChange, mergeChanges } from './changed-elsewhere.ts';

type Saved = { account: Account; warnings: readonly 'mobileIsLandline'[] };

/**
 * The account's details as a form. It sends no consents: their switches save themselves, and what this page shows of
 * the others may have been withdrawn elsewhere (decision C2.41).
 * @param settle waits for switches that are still being saved (decision C2.42)
 * @param onSaved gets the account as the server has it now
 */
export function useAccountForm(
  { account, countries }: { account: Account; countries: readonly Country[] },
  settle: () => Promise<unknown>,
  onSaved: (saved: Saved) => unknown,
) {
  const { permissions, lookups } = useTenant();
  // The start values of the form. The newest answer may be newer; then the difference is a change made elsewhere.
  const [base, setBase] = useState({ values: valuesOf(account), version: account.version });
  /** The changes made elsewhere that the last save met. */
  const [changes, setChanges] = useState<readonly ElsewhereChange[]>();
  const locked = lockedAccountFields(permissions);
  const options = { locked, titles: lookups.titles, countries, stored: base.values };
  const form = useForm({ initialValues: base.values, validate: accountRules(options) });

  const takeOver = ({ meta }: ApiError) => {
    const merged = mergeChanges({ stored: base.values, typed: form.getValues() }, meta);
    setBase({ values: merged.stored, version: meta.version ?? base.version });
    for (const { field } of merged.changes) form.setFieldValue(field, merged.values[field]);
    setChanges(merged.changes);
  };

  const save = async (values: AccountValues) => {
    setChanges(undefined);
    await settle();
    const country = countries.find(({ alpha2 }) => alpha2 === values.countryCode)?.name ?? '';
    const body = { account: { ...values, country } };
    const saved = await withRecentSignIn(() => api(saveAccount, { body }, { ifVersion: base.version }));
    setBase({ values, version: saved.account.version });
    await onSaved(saved);
  };
  const failures: Failures = { ACCOUNT_CHANGED: takeOver, other: { title: 'account.notSaved' } };

  return {
    form,
    options,
    changes,
    submit: { onSubmit: save, failures },
    isDirty: !isSame(form.values, base.values),
  };
}

/** Returns the fields of an account that the form holds. */
function valuesOf(account: Account): AccountValues {
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
function accountRules(options: AccountFieldOptions): FormRules<AccountValues> {
  const rules = accountFields.map((field) => [
    field,
    (_: string, values: AccountValues) => {
      const problem = accountProblem(field, values, options);
      return problem && textOf(field, problem);
    },
  ]);
  return Object.fromEntries(rules) as FormRules<AccountValues>;
}

/** Compares two sets of values. Spaces around typed values don't count. */
const isSame = (one: AccountValues, other: AccountValues): boolean =>
  accountFields.every((field) => one[field].trim() === other[field]);
