/** The parts of languages that others may use, beside its service. */
export { isKnownLanguage, languages, textsOf } from './language-files.rules.ts';
