export { findAnyAccounts, findInvoicesWithoutPaper, findUnsealedAgreements } from './persons.queries.ts';
export { type ErasedRows, erasePerson, inErasureOrder, whyNotErased } from './erase-person.service.ts';
