export { findAnyAccounts, findInvoicesWithoutPaper, findUnsealedAgreements } from './persons.queries.ts';
export { type ErasedRows, erasePerson, inErasureOrder, lockForErasure } from './erase-person.service.ts';
