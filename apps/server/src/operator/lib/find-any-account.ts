import { findAnyAccount } from '../../features/persons/persons.exports.ts';
import type { Tenant } from '../../http/context.ts';
import { type OperatorContext, OperatorError } from './command.ts';

/** Finds an account, also a closed one. @throws OperatorError if there is none */
export async function findOpenOrClosed({ database }: OperatorContext, { id, name }: Tenant, wanted: string) {
  const account = await findAnyAccount(database.forTenant(id), id, wanted.trim());
  if (!account) throw new OperatorError(`${name} has no account "${wanted}". Name it by your reference or its number.`);
  return account;
}
