import { z } from 'zod';
import { AcceptedCards } from '../accepted-cards.ts';
import { deadlineSetting } from '../deadline.ts';

const name = z.string().regex(/^[^:\s]{1,80}$/, 'no blank and no colon');
const baseUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

/**
 * A site's settings of the second card provider. They hold secrets: they never leave the server and are never logged.
 */
export const ClearAcceptSettings = z
  .strictObject({
    /** Empty: the word for a card, in each reader's language. */
    displayName: z.string().default(''),
    /** A URL; null: the portal's own image. */
    logo: z.string().nullable().default(null),
    /** Test payments move no money, and checkout, confirmation and receipt say so. */
    inTestMode: z.boolean(),
    /** The addresses of the provider's API, and of its bearer tokens. */
    apiBaseUrl: baseUrl,
    tokenBaseUrl: baseUrl,
    /** The address of its browser script and frames. */
    scriptBaseUrl: baseUrl,
    clientId: name,
    clientSecret: z.string().min(1).max(200),
    platformId: name,
    merchantId: name,
    /** Decides the currency: each currency has an account of its own. */
    merchantAccountId: name,
    /**
     * The treatment of a request that has no result of 3-D Secure before it is confirmed. `required`: it is refused.
     * `decidedByConfirm`: it is confirmed, which decides; an approval without authentication is booked, and the
     * marina is told. A request with a negative result is never confirmed.
     */
    threeDsBeforeConfirm: z.enum(['required', 'decidedByConfirm']).default('required'),
    /** The time limit of a call, in milliseconds. */
    deadlineMs: deadlineSetting(45_000),
    allowVaultPortal: z.boolean().default(true),
    rememberNewCardDefault: z.boolean().default(false),
    /** Empty: all. */
    acceptedCards: AcceptedCards,
    /** Empty: all. */
    supportedCountries: z.array(z.string().length(2)).default([]),
  })
  .superRefine((settings, context) => {
    for (const key of ['apiBaseUrl', 'tokenBaseUrl', 'scriptBaseUrl'] as const)
      if (!settings.inTestMode && !settings[key].startsWith('https:'))
        context.addIssue({ code: 'custom', path: [key], message: 'must be https outside test mode' });
  });
export type ClearAcceptSettings = z.output<typeof ClearAcceptSettings>;
