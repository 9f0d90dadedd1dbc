import { z } from 'zod';
import { findAccountsByEmail, findNamedAccounts, type FoundAccount } from '../../features/account/account.exports.ts';
import type { Tenant } from '../../http/context.ts';
import { readIdentifier } from '../../lib/texts/typed-identifier.ts';
import { type OperatorContext, OperatorError } from './command.ts';
import { onlyOne } from './only-one.ts';

/** The option that names the account of a command. */
export const AccountName = z.string().min(1).meta({
  description: "the customer's account, by your reference, its number or an e-mail address",
  value: 'account',
});

/**
 * Finds an open account.
 * @param alsoClosed takes a closed account too, by its reference or number: its money may still come
 * @throws OperatorError if there is none, or the name means more than one
 */
export async function findAccount(
  { database }: OperatorContext,
  { id, name }: Tenant,
  wanted: string,
  { alsoClosed = false } = {},
): Promise<FoundAccount> {
  const db = database.forTenant(id);
  // A closed account counts too: its reference must not lead to the open one whose number it is.
  const named = onlyOne({ noun: 'account', wanted, rows: await findNamedAccounts(db, id, readIdentifier(wanted)) });
  if (named && (named.isOpen || (alsoClosed && !named.isErased))) return named;
  const [account, ...others] = await findAccountsByEmail(db, id, wanted.trim());
  if (!account)
    throw new OperatorError(`${name} has no open account "${wanted}". "account find" looks for a name or a boat.`);
  if (others.length === 0) return account;
  const all = [account, ...others].map((each) => `  ${each.id}  ${each.titledFullName}`);
  throw new OperatorError(`"${wanted}" is the address of several accounts. Name one by its number:\n${all.join('\n')}`);
}
