import { z } from 'zod';
import { AcceptedCards } from '../accepted-cards.ts';
import { deadlineSetting } from '../deadline.ts';
import { ApplePaySettings, areLiveWallets, GooglePaySettings, hasGoogleMerchant } from './wallet-settings.ts';

const key = z.string().regex(/^[^:\s]{1,80}$/, 'no blank and no colon');
const secret = z.string().min(1).max(200);
const baseUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

const origin = z.url({ protocol: /^https?$/ }).refine((url) => new URL(url).origin === url, 'must be an origin');

/**
 * A site's settings of the card vault provider. They hold secrets: they never leave the server and are never logged.
 */
export const PaysafeSettings = z
  .strictObject({
    /** Empty: the word for a card, in each reader's language. */
    displayName: z.string().default(''),
    /** A URL; null: the portal's own image. */
    logo: z.string().nullable().default(null),
    /** Test payments move no money, and checkout, confirmation and receipt say so. */
    inTestMode: z.boolean(),
    /** The address of the provider's API. */
    apiBaseUrl: baseUrl,
    /** The address of its browser scripts and frames. */
    scriptBaseUrl: baseUrl,
    /** A number, as text. Decides the currency: each currency has an account of its own. */
    accountId: z.string().regex(/^\d{1,15}$/, 'must be a number'),
    serverKey: key,
    serverSecret: secret,
    /** The key pair for browsers: it can make single-use tokens and nothing else. */
    tokenKey: key,
    tokenSecret: secret,
    /** The time limit of a call, in milliseconds. The provider's own limit is 30 s. */
    deadlineMs: deadlineSetting(45_000),
    allowVaultPortal: z.boolean().default(true),
    rememberNewCardDefault: z.boolean().default(false),
    /** Empty: all. */
    acceptedCards: AcceptedCards,
    /** Empty: all. */
    supportedCountries: z.array(z.string().length(2)).default([]),
    /** Only in test mode: the card schemes ended version 1 (decision P4.11). */
    force3dsV1: z.boolean().default(false),
    /** The origins of the banks' pages of version 1. No other page is opened. */
    bankOrigins: z.array(origin).default([]),
    /** null: not offered; the same holds for the next. */
    googlePay: GooglePaySettings.nullable().default(null),
    applePay: ApplePaySettings.nullable().default(null),
  })
  .refine((settings) => settings.inTestMode || settings.apiBaseUrl.startsWith('https:'), {
    path: ['apiBaseUrl'],
    message: 'must be https outside test mode',
  })
  .refine((settings) => settings.inTestMode || settings.scriptBaseUrl.startsWith('https:'), {
    path: ['scriptBaseUrl'],
    message: 'must be https outside test mode',
  })
  .refine((settings) => settings.inTestMode || !settings.force3dsV1, {
    path: ['force3dsV1'],
    message: 'the card schemes ended 3-D Secure 1',
  })
  .refine((settings) => !settings.force3dsV1 || settings.bankOrigins.length > 0, {
    path: ['bankOrigins'],
    message: 'must say where the pages of 3-D Secure 1 are',
  })
  .refine(hasGoogleMerchant, {
    path: ['googlePay', 'merchantId'],
    message: 'must be the one of Google’s Business Console outside test mode',
  })
  .refine(areLiveWallets, {
    path: ['applePay'],
    message: 'wallets must be at https, and Apple’s hosts its own, outside test mode',
  });
export type PaysafeSettings = z.output<typeof PaysafeSettings>;
