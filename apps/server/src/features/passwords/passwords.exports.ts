export { refuseWeakPassword } from './password.rules.ts';
