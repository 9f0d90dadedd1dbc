/** The parts of secrets that others may use. */
export { findSecrets, forgetSecrets, isOfOtherKey, encryptSecrets } from './secrets.service.ts';
