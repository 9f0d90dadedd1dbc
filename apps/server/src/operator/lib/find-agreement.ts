import { findAgreements } from '../../features/agreements/agreements.exports.ts';
import type { Tenant } from '../../http/context.ts';
import { readIdentifier } from '../../lib/texts/typed-identifier.ts';
import { type OperatorContext, OperatorError } from './command.ts';
import { onlyOne } from './only-one.ts';

/** Finds an agreement. @throws OperatorError if there is none, or the name means two */
export async function findAgreement({ database }: OperatorContext, { id, name }: Tenant, wanted: string) {
  const rows = await findAgreements(database.forTenant(id), id, readIdentifier(wanted));
  const agreement = onlyOne({ noun: 'agreement', wanted, rows });
  if (!agreement) throw new OperatorError(`${name} has no agreement "${wanted}".`);
  return agreement;
}
