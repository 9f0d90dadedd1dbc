/** The parts of integration-keys that others may use, beside its service. */
export { readKeyText } from './key-text.rules.ts';
