import type { Account } from '@quayside/contract/account/account.ts';
import {
  type AccountField,
  accountFields,
  isRequired,
  lockedAccountFields,
} from '@quayside/contract/account/account-fields.ts';
import type { TenantConfig } from '@quayside/contract/tenant/tenant.ts';

/** Returns the required fields that are empty and that the customer may fill in. */
export function missingDetails(
  account: Account,
  permissions: TenantConfig['permissions'],
  titles: readonly string[],
): AccountField[] {
  const options = { titles, locked: lockedAccountFields(permissions), stored: account };
  return accountFields.filter((field) => account[field].trim() === '' && isRequired(field, account, options));
}
