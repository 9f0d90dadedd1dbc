export { type CredentialEnds, watchCredentials } from './watch-credentials.service.ts';
