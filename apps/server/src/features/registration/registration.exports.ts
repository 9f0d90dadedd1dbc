export { findUnregistered } from './registration.queries.ts';
export {
  addressForCode,
  codeExpiry,
  type IssuedCode,
  issueRenewalCode,
  issueRenewalCodes,
  mailRenewalCode,
} from './renewal-codes.service.ts';
