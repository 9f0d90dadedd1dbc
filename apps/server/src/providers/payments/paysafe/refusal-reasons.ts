import type { RefusalReason } from '../payment-attempt.ts';

/** The meaning of the provider's codes for a customer. Any other code is a plain decline. */
export const refusalReasons: Readonly<Record<string, RefusalReason>> = {
  '3002': 'CARD_NUMBER',
  '3004': 'ADDRESS',
  '3005': 'SECURITY_CODE',
  '3006': 'CARD_EXPIRED',
  '3007': 'ADDRESS_MISMATCH',
  '3008': 'NOT_PERMITTED',
  '3011': 'NOT_PERMITTED',
  '3012': 'CARD_EXPIRED',
  '3015': 'ASK_BANK',
  '3017': 'CARD_NUMBER',
  '3019': 'SECURITY_CODE',
  '3022': 'INSUFFICIENT_FUNDS',
  '3023': 'CARD_LIMIT',
  '3024': 'NOT_PERMITTED',
  '3027': 'CARD_LIMIT',
  '3040': 'NOT_PERMITTED',
  '3049': 'CARD_EXPIRED',
  '5010': 'ADDRESS',
  '5068': 'CARD_DETAILS',
  '5502': 'CARD_DETAILS',
  '7504': 'NOT_KEPT',
  '7508': 'CARD_NUMBER',
  '7511': 'ADDRESS',
  '7514': 'CARD_DETAILS',
  '7515': 'NOT_KEPT',
  '9003': 'CARD_DETAILS',
};

const reasonsOfFields: readonly (readonly [RegExp, RefusalReason])[] = [
  [/expiry/i, 'CARD_EXPIRED'],
  [/cvv/i, 'SECURITY_CODE'],
  [/cardNum/i, 'CARD_NUMBER'],
  [/address|billing|street|city|zip|state|country/i, 'ADDRESS'],
];

/** Returns the meaning of a refused field. The provider's own text names fields of its wire, which nobody typed. */
export const reasonOfField = (field: string): RefusalReason =>
  reasonsOfFields.find(([name]) => name.test(field))?.[1] ?? 'CARD_DETAILS';
