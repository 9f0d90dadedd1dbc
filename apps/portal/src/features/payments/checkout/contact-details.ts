import { isEmailAddress } from '@quayside/contract/shared/common.ts';

/** The contact data that the issuing bank may use to authenticate the card holder (CARD-5). */
export interface ContactDetails {
  email: string;
  phone: string;
  mobile: string;
}

/** The shape of the 3-D Secure call, with only the values that exist. */
export interface AuthenticationProfile {
  email?: string;
  phone?: string;
  cellPhone?: string;
}

const minimumDigits = 10;

/** Checks the number of digits, and nothing else (decision P4.16). */
export const isContactNumber = (value: string) => value.replaceAll(/\D/g, '').length >= minimumDigits;

/** Returns the valid ones of these values. Null if none is valid. */
export function profileFromInput({ email, phone, mobile }: ContactDetails): AuthenticationProfile | null {
  return nullIfEmpty({
    ...(isEmailAddress(email) && { email: email.trim() }),
    ...(isContactNumber(phone) && { phone: phone.trim() }),
    ...(isContactNumber(mobile) && { cellPhone: mobile.trim() }),
  });
}

/** Returns the account's own details without a check. Null if it has none, so that the customer must be asked. */
export function profileFromAccount({ email, phone, mobile }: ContactDetails): AuthenticationProfile | null {
  return nullIfEmpty({
    ...(email.trim() && { email: email.trim() }),
    ...(phone.trim() && { phone: phone.trim() }),
    ...(mobile.trim() && { cellPhone: mobile.trim() }),
  });
}

const nullIfEmpty = (profile: AuthenticationProfile) => (Object.keys(profile).length === 0 ? null : profile);
