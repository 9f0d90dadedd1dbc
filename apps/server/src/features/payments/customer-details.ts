import type { Account } from '@quayside/contract/account.ts';
import { type AccountField, accountFields } from '@quayside/contract/account-fields.ts';
import type { CustomerDetails } from '@quayside/contract/payment-pages.ts';
import type { PayerContext } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import type { CustomerField, PaymentProvider } from '../../providers/payments/payment-provider.ts';
import { loadAccount } from '../account/account.service.ts';

type Known = Pick<Account, CustomerField>;

const nobody = Object.fromEntries(accountFields.map((field) => [field, ''])) as Record<AccountField, string>;

/**
 * What is known of who pays: of a session its account. Who pays by a link may be anybody, and a provider may show on its
 * page what it is told: of them nothing is known, and nothing of the account is told (decision P2.12).
 */
export const loadCustomer = async (ctx: PayerContext): Promise<Pick<Account, AccountField>> =>
  ctx.orderKey ? nobody : loadAccount(ctx, ctx.account.id);

/** What a provider asks for and isn't known. */
export const missingFields = ({ redirect }: PaymentProvider, account: Known): CustomerField[] =>
  (redirect?.requiredFields ?? []).filter((field) => account[field].trim() === '');

/** Their names as the validator answers them: the country by both of its names. */
export const namesOf = (fields: readonly CustomerField[]): string[] =>
  fields.flatMap((field) => (field === 'countryCode' ? ['Country', 'CountryCode'] : [capital(field)]));

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * What the customer filled in, as far as it was asked for.
 * @throws CallError INVALID_REQUEST naming what is still missing, or what nobody asked for
 */
export function readDetails(
  provider: PaymentProvider,
  account: Known,
  details: CustomerDetails,
): Partial<Record<CustomerField, string>> {
  const asked = missingFields(provider, account);
  const { country: _, ...given } = details;
  const filled = Object.entries(given).filter(([, value]) => value !== undefined && value !== '') as [
    CustomerField,
    string,
  ][];
  const unasked = filled.find(([field]) => !asked.includes(field));
  if (unasked) throw wrong(unasked[0]);
  const values: Partial<Record<CustomerField, string>> = Object.fromEntries(filled);
  const missing = asked.find((field) => values[field] === undefined);
  if (missing) throw wrong(missing);
  return values;
}

const wrong = (field: CustomerField) => new CallError('INVALID_REQUEST', { values: { field: `account.${field}` } });

/** What the provider is told of a customer. */
export function customerOf(account: Known, details: Partial<Record<CustomerField, string>>) {
  const { firstname, lastname, email, phone, mobile, address1, town, postcode, countryCode } = account;
  return { firstname, lastname, email, phone, mobile, address1, town, postcode, countryCode, ...details };
}
