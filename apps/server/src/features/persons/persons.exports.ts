export {
  findAnyAccounts,
  findInvoicesWithoutPaper,
  findUnsealedAgreements,
  namesForRows,
} from './persons.queries.ts';
export { type ErasedRows, erasePerson, inErasureOrder, lockForErasure } from './erase-person.service.ts';
