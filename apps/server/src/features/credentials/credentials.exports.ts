/** The parts of credentials that others may use, beside its service. */
export { type CredentialEnds, watchCredentials } from './watch-credentials.service.ts';
