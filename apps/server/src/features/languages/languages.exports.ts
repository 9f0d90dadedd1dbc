/** The parts of languages that others may use, beside its service. */
export { isKnownLanguage, languages, pageTexts, textsOf } from './language-files.rules.ts';
