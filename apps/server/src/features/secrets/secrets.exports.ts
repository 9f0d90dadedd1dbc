/** The parts of secrets that others may use. */
export { findSecrets, forgetSecrets, isOfOtherKey, sealSecrets } from './secrets.service.ts';
