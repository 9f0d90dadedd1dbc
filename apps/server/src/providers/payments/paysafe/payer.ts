import { asProviderText } from '@quayside/contract/provider-text.ts';

/** Returns a name as the provider takes it. */
export const wireName = (name: string): string => asProviderText(name).slice(0, 80);

/** Returns a telephone number as the provider takes it. */
export const wirePhone = (phone: string): string => asProviderText(phone).slice(0, 40);
