export { consentKeys } from './consent-accounts.queries.ts';
export { readChoices } from './consent-choices.rules.ts';
