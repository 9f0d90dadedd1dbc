/** The parts of integration-keys that others may use, beside its service. */
export { makeKeyText, readKeyText } from './key-text.rules.ts';
