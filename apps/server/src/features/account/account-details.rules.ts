import {
  type AccountField,
  type AccountValues,
  accountFields,
  noTitle,
} from '@quayside/contract/account/account-fields.ts';
import { toOneLine } from '@quayside/contract/shared/one-line.ts';
import type { Country } from '@quayside/contract/tenant/tenant.ts';
import type { Selectable } from 'kysely';
import type { Database } from '../../db/schema/schema.ts';
import { storedTelephone } from './telephones.rules.ts';

type AccountsRow = Selectable<Database['accounts']>;

const columnOf = (field: AccountField) =>
  field === 'countyCode' ? 'county_code' : field === 'countryCode' ? 'country_code' : field;

/** Returns the details that an account's owner may edit, as they are stored. */
export function detailsOf(
  row: Omit<
    AccountsRow,
    | ('tenant_id' | 'created_at' | 'closed_at' | 'erased_at' | 'updated_at' | 'made_at')
    | ('reference' | 'imported_details' | 'consent_key')
  >,
): AccountValues {
  return Object.fromEntries(accountFields.map((field) => [field, row[columnOf(field)]])) as AccountValues;
}

/** Returns the columns of the changed fields, with their values. */
export function columnsOf(values: AccountValues, changed: readonly AccountField[]) {
  return Object.fromEntries(changed.map((field) => [columnOf(field), values[field]]));
}

/** Returns the stored details with the sent ones over them, each on one line and without blanks around it. */
export function mergeSent(
  stored: AccountValues,
  sent: { [Field in AccountField]?: string | undefined },
): AccountValues {
  const lines = accountFields.flatMap((field) => {
    const value = sent[field];
    return value === undefined ? [] : [[field, toOneLine(value)] as const];
  });
  return { ...stored, ...Object.fromEntries(lines) };
}

/** Returns the fields that differ. */
export function changedFields(values: AccountValues, from: AccountValues): AccountField[] {
  return accountFields.filter((field) => values[field] !== from[field]);
}

/**
 * Returns valid details in the form in which they are stored: telephone numbers in E.164 if their country is known, a
 * state by its code with its name (decision C3.3). Fields that did not change stay as they were.
 */
export async function normaliseDetails(
  values: AccountValues,
  stored: AccountValues,
  countries: readonly Country[],
): Promise<AccountValues> {
  const settled = { ...values };
  for (const field of ['phone', 'mobile'] as const) {
    if (values[field] !== stored[field]) settled[field] = await storedTelephone(values[field], values.countryCode);
  }
  const placeFields = ['county', 'countyCode', 'countryCode'] as const;
  if (placeFields.every((field) => values[field] === stored[field])) return settled;
  const states = countries.find(({ alpha2 }) => alpha2 === values.countryCode)?.states ?? {};
  const hasStates = Object.keys(states).length > 0;
  const countyCode = hasStates ? values.countyCode : '';
  return { ...settled, countyCode, county: hasStates ? (states[countyCode] ?? '') : values.county };
}

const graphemes = new Intl.Segmenter();

/**
 * Returns initials: `Jo`, `Sailor` → `J. S.`. A link may be forwarded, so its holder learns no more of a name
 * (decision P2.12).
 */
export const initialsOf = ({ firstname, lastname }: Pick<AccountsRow, 'firstname' | 'lastname'>): string =>
  [firstname, lastname]
    .map((name) => [...graphemes.segment(name.trim())][0]?.segment.toUpperCase() ?? '')
    .filter((initial) => initial !== '')
    .map((initial) => `${initial}.`)
    .join(' ');

/** Returns "Mrs Jo Sailor", or "Jo Sailor" without a title (decision C3.2). */
export function titledFullName({ title, firstname, lastname }: Pick<AccountsRow, 'title' | 'firstname' | 'lastname'>) {
  return [title === noTitle ? '' : title, firstname, lastname].filter((part) => part !== '').join(' ');
}

/** Returns "Mrs Jo Sailor (12)", for the office. An account that was erased has its number as its name: "(12)". */
export function nameAndNumber(account: Parameters<typeof titledFullName>[0] & { account_id: number }): string {
  const [name, number] = [titledFullName(account), erasedName(account.account_id)];
  return name === number ? number : `${name} ${number}`;
}

/** Returns the name of an erased account. */
export const erasedName = (accountId: number) => `(${accountId})`;
