/** The parts of passwords that others may use, beside its service. */
export { refuseWeakPassword } from './password.rules.ts';
