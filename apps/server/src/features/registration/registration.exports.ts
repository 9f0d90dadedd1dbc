/** The parts of registration that others may use, beside its service. */
export {
  addressForCode,
  codeExpiry,
  type IssuedCode,
  issueRenewalCode,
  issueRenewalCodes,
  mailRenewalCode,
} from './renewal-codes.service.ts';
