export { isKnownLanguage, languages, pageTexts, textsOf } from './language-files.rules.ts';
