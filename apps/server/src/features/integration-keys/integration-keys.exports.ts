export { makeKeyText, readKeyText } from './key-text.rules.ts';
