/** The parts of consent that others may use, beside its service. */
export { consentKeys } from './consent-accounts.queries.ts';
export { readChoices } from './consent-choices.rules.ts';
