import { z } from 'zod';
import { deadlineSetting } from '../deadline.ts';
import type { CustomerField } from '../provider-pages.ts';

const word = z.string().regex(/^[^.:\s]{1,80}$/, 'no blank, colon or dot');
const secret = z.string().min(1).max(200);
const baseUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

const customerFields = [
  ...(['firstname', 'lastname', 'email', 'phone', 'mobile'] as const),
  ...(['address1', 'town', 'postcode', 'countryCode'] as const),
] as const satisfies readonly CustomerField[];

/**
 * A site's settings of a provider with a page of its own. They hold secrets: they never leave the server and are
 * never logged.
 */
export const RedirectSettings = z
  .strictObject({
    displayName: z.string().min(1),
    /** A URL; null: the portal's own image. */
    logo: z.string().nullable().default(null),
    /** Test payments move no money, and checkout, confirmation and receipt say so. */
    inTestMode: z.boolean(),
    /** The address of the provider's API. */
    apiBaseUrl: baseUrl,
    merchantId: word,
    secretKey: word,
    /** The secret that signs the provider's events. */
    webhookSecret: secret,
    /** The time limit of a call, in milliseconds. */
    deadlineMs: deadlineSetting(15_000),
    /** Opens the page in a window beside the portal, or in the portal's place. */
    flow: z.enum(['window', 'redirect']).default('window'),
    /** Off: after a refusal the provider's page lets its customer try again, and sends nobody back. */
    redirectsOnError: z.boolean().default(true),
    /** Off: a page of this provider can't be closed, so it is requested with the shortest lifetime. */
    closesPages: z.boolean().default(true),
    /** The shortest lifetime of a page that the provider allows, in minutes. */
    shortestPageMinutes: z.number().int().min(1).max(15).default(5),
    /** The details that the provider requires of every customer. */
    requiredFields: z.array(z.enum(customerFields)).default([]),
  })
  .refine((settings) => settings.inTestMode || settings.apiBaseUrl.startsWith('https:'), {
    path: ['apiBaseUrl'],
    message: 'must be https outside test mode',
  });
export type RedirectSettings = z.output<typeof RedirectSettings>;
