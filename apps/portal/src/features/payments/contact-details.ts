import { isEmailAddress } from '@quayside/contract/common.ts';

/** What the issuing bank may use to recognise the card's holder (CARD-5). */
export interface ContactDetails {
  email: string;
  phone: string;
  mobile: string;
}

/** As the 3-D Secure call takes it: only what is there. */
export interface AuthenticationProfile {
  email?: string;
  phone?: string;
  cellPhone?: string;
}

const minimumDigits = 10;

/** Digits are counted, and nothing else (decision P4.16). */
export const isContactNumber = (value: string) => value.replaceAll(/\D/g, '').length >= minimumDigits;

/** What of these is valid, or null where nothing is. */
export function profileFromInput({ email, phone, mobile }: ContactDetails): AuthenticationProfile | null {
  return nullIfEmpty({
    ...(isEmailAddress(email) && { email: email.trim() }),
    ...(isContactNumber(phone) && { phone: phone.trim() }),
    ...(isContactNumber(mobile) && { cellPhone: mobile.trim() }),
  });
}

/** The account's own details, taken as they are, or null where it has none and the customer must be asked. */
export function profileFromAccount({ email, phone, mobile }: ContactDetails): AuthenticationProfile | null {
  return nullIfEmpty({
    ...(email.trim() && { email: email.trim() }),
    ...(phone.trim() && { phone: phone.trim() }),
    ...(mobile.trim() && { cellPhone: mobile.trim() }),
  });
}

const nullIfEmpty = (profile: AuthenticationProfile) => (Object.keys(profile).length === 0 ? null : profile);
