import { asProviderText, cutText } from '@quayside/contract/shared/provider-text.ts';

/** Returns a name as the provider takes it. */
export const wireName = (name: string): string => cutText(asProviderText(name), 80);

/** Returns a telephone number as the provider takes it. */
export const wirePhone = (phone: string): string => cutText(asProviderText(phone), 40);

/** Leaves out what is empty: a company has no first name, and no value of the provider's examples is empty. */
export const withoutEmpty = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
