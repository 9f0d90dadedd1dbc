import { EmailAddress } from '@quayside/contract/common.ts';
import { asProviderText } from '@quayside/contract/provider-text.ts';

/** Returns a name as the provider takes it. */
export const wireName = (name: string): string => asProviderText(name).slice(0, 80);

/** Returns a telephone number as the provider takes it. */
export const wirePhone = (phone: string): string => asProviderText(phone).slice(0, 40);

/** Tells if the provider takes an e-mail address. It refuses a call whose address it considers malformed. */
export const takesEmail = (email: string): boolean =>
  EmailAddress.safeParse(email).success && asProviderText(email) === email;
