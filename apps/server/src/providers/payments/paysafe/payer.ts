import { asProviderText, cutText } from '@quayside/contract/provider-text.ts';

/** Returns a name as the provider takes it. */
export const wireName = (name: string): string => cutText(asProviderText(name), 80);

/** Returns a telephone number as the provider takes it. */
export const wirePhone = (phone: string): string => cutText(asProviderText(phone), 40);
