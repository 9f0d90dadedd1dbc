import { findAnyAccounts } from '../../features/persons/persons.exports.ts';
import type { Tenant } from '../../http/context.ts';
import { readIdentifier } from '../../lib/texts/typed-identifier.ts';
import { type OperatorContext, OperatorError } from './command.ts';
import { onlyOne } from './only-one.ts';

/** Finds an account, also a closed one. @throws OperatorError if there is none, or the name means two */
export async function findAnyAccount({ database }: OperatorContext, { id, name }: Tenant, wanted: string) {
  const rows = await findAnyAccounts(database.forTenant(id), id, readIdentifier(wanted));
  const account = onlyOne({ noun: 'account', wanted, rows });
  if (!account) throw new OperatorError(`${name} has no account "${wanted}". Name it by your reference or its number.`);
  return account;
}
