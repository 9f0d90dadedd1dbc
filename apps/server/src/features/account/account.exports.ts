export { initialsOf, nameAndNumber, titledFullName } from './account-details.rules.ts';
export { recordAccountEvents } from './account-events.service.ts';
export { findAccountEmail } from './account.queries.ts';
export { findAccountName, isRegistered, keepAccount, lockAccount } from './account-rows.queries.ts';
export { keepOpenAccount } from './keep-open-account.service.ts';
export { checkDetails, completeAccount } from './complete-account.service.ts';
export { type AccountMatch, searchAccounts } from './search-accounts.queries.ts';
export { findAccountsByEmail, findNamedAccounts, type FoundAccount } from './find-accounts.queries.ts';
