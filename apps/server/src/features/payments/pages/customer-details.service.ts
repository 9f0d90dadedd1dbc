import type { Account } from '@quayside/contract/account/account.ts';
import { type AccountField, accountFields } from '@quayside/contract/account/account-fields.ts';
import type { CustomerDetails } from '@quayside/contract/payments/payment-pages.ts';
import type { PayerContext } from '../../../http/context.ts';
import { CallError } from '../../../http/errors.ts';
import type { PaymentProvider } from '../../../providers/payments/payment-provider.ts';
import type { CustomerField } from '../../../providers/payments/provider-pages.ts';
import { loadAccount } from '../../account/account.service.ts';

type Known = Pick<Account, CustomerField>;

const nobody = Object.fromEntries(accountFields.map((field) => [field, ''])) as Record<AccountField, string>;

/**
 * Loads the known details of the payer: a session's account. A payer by a link may be anybody, and a provider may
 * show on its page what we tell it. So nothing is known of them, and nothing of the account is told (decision P2.12).
 */
export const loadCustomer = async (ctx: PayerContext): Promise<Pick<Account, AccountField>> =>
  ctx.orderKey ? nobody : loadAccount(ctx, ctx.account.id);

/** Returns the details that a provider requires and that are not known. */
export const missingFields = ({ redirect }: PaymentProvider, account: Known): CustomerField[] =>
  (redirect?.requiredFields ?? []).filter((field) => account[field].trim() === '');

/** Returns the fields' names in the validator's answer. The country has two names. */
export const namesOf = (fields: readonly CustomerField[]): string[] =>
  fields.flatMap((field) => (field === 'countryCode' ? ['Country', 'CountryCode'] : [capital(field)]));

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Returns the details that the customer filled in.
 * @throws CallError INVALID_REQUEST that names a field that is still missing, or that nobody asked for
 */
export function readDetails(
  provider: PaymentProvider,
  account: Known,
  details: CustomerDetails,
): Partial<Record<CustomerField, string>> {
  const requiredFields = missingFields(provider, account);
  const { country: _, ...given } = details;
  const filled = Object.entries(given).filter(([, value]) => value !== undefined && value !== '') as [
    CustomerField,
    string,
  ][];
  const unasked = filled.find(([field]) => !requiredFields.includes(field));
  if (unasked) throw wrong(unasked[0]);
  const values: Partial<Record<CustomerField, string>> = Object.fromEntries(filled);
  const missing = requiredFields.find((field) => values[field] === undefined);
  if (missing) throw wrong(missing);
  return values;
}

const wrong = (field: CustomerField) => new CallError('INVALID_REQUEST', { values: { field: `account.${field}` } });

/** Returns the customer's details for the provider. */
export function customerOf(account: Known, details: Partial<Record<CustomerField, string>>) {
  const { firstname, lastname, email, phone, mobile, address1, town, postcode, countryCode } = account;
  return { firstname, lastname, email, phone, mobile, address1, town, postcode, countryCode, ...details };
}
