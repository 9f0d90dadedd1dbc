import { PasswordPolicy } from '@quayside/contract/tenant/password-policy.ts';
import { AuthProvider, Culture, Permissions, TenantConfig, Uploads } from '@quayside/contract/tenant/tenant.ts';
import { z } from 'zod';

/** It stands in addresses, where some words have another meaning. */
const AuthProviderKey = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,59}$/)
  .refine((key) => !['session', 'logout'].includes(key), 'is the name of a call');

const webAddress = z.url({ protocol: /^https?$/ });

/** It goes into pages' policies as it is, so it must be an origin and nothing else. */
const Origin = webAddress.refine((address) => URL.parse(address)?.origin === address, 'is no origin, https://host');

/**
 * A site that shows the portal inside its pages. It must use https, because anybody on the way could change plain
 * http; this machine itself is exempt.
 */
const Embedder = Origin.refine((origin) => {
  const { protocol, hostname = '' } = URL.parse(origin) ?? {};
  return (protocol === 'https:' || /^(.+\.)?localhost$/.test(hostname)) && !hostname.includes('*');
}, 'has to be https:// and one host');

/** A text of the marina by language. It is shown as it is, never as HTML. */
const PlainTexts = z.record(z.string(), z.string().max(1_000)).default({});

/** Links in mails and repeated events work for some weeks, so that nothing may go before. */
const KeptDays = z.number().int().min(30).max(36_500);

/** It goes into pages' styles as it is. */
const FontAddress = z.string().regex(/^\/look\/[0-9a-f]{32}\.(ttf|otf)$/);

/** A font of the marina's own. */
export const OwnFont = z.strictObject({
  /** The name of its family. It goes into mails' styles as it is. */
  family: z
    .string()
    .max(80)
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._+-]*$/u),
  regular: FontAddress,
  bold: FontAddress,
});
export type OwnFont = z.output<typeof OwnFont>;

/**
 * The settings of a tenant beside its key and name. They are checked before every write.
 * `docs/operating/settings.md` explains the same ones to operators.
 */
export const TenantSettings = TenantConfig.pick({
  portalTitle: true,
  logo: true,
  brand: true,
  messages: true,
  lookups: true,
  backgroundColour: true,
  backgroundImage: true,
  agreementsEnabled: true,
  styles: true,
  translations: true,
  features: true,
  contact: true,
}).extend({
  culture: Culture.refine((culture) => culture.minorCurrencyUnit === 10 ** culture.currencyDecimalPlaces, {
    message: 'minorCurrencyUnit must be 10 to the power of currencyDecimalPlaces',
  }),
  permissions: Permissions,
  authProviders: z.array(AuthProvider.extend({ key: AuthProviderKey })),
  passwordPolicy: PasswordPolicy.default('specified'),
  taxLabel: TenantConfig.shape.taxLabel.default(''),
  /** The marina's tax number, for papers. Empty: not printed. */
  taxNumber: z.string().max(40).default(''),
  uploads: z
    .strictObject({
      maxMegabytes: Uploads.shape.maxMegabytes.default(10),
      acceptsWordFiles: Uploads.shape.acceptsWordFiles.default(false),
      /** The total size of the files of an account's documents, in megabytes of 1,048,576 bytes. */
      accountMegabytes: z.number().int().min(1).max(100_000).default(500),
      /** True if the office gets a mail about the documents that customers hand in. */
      tellsOffice: z.boolean().default(true),
    })
    .prefault({}),
  hideFutureToggle: TenantConfig.shape.hideFutureToggle.default(false),
  allowPartialPayment: TenantConfig.shape.allowPartialPayment.default(false),
  partialPaymentMinimum: TenantConfig.shape.partialPaymentMinimum.default(null),
  /** True if the office gets a mail for every signature. */
  agreements: z.strictObject({ tellsOffice: z.boolean().default(true) }).prefault({}),
  invoices: z
    .strictObject({
      /**
       * Orders with this tax point or a later one get their invoices automatically; null: only the office's files
       * bring invoices.
       */
      automaticFrom: z.iso.date().nullable().default(null),
      /** The prefix of the numbers that are given then, such as `SM-`. */
      numberPrefix: z
        .string()
        .max(20)
        .regex(/^[\p{L}\p{N}._/-]*$/u)
        .default(''),
      /** The terms on invoices, by language, beside the due date: "Quote the invoice number." Plain text. */
      terms: PlainTexts,
      /** How to pay other than in the portal, by language, such as the marina's bank account. Plain text. */
      howToPay: PlainTexts,
    })
    .prefault({}),
  /** The largest single payment, in major units; null: any amount. A provider's own limit may be lower. */
  maxPayment: z.number().positive().nullable().default(null),
  microAppApi: webAddress.nullable().default(null),
  microAppOrigins: z.array(Origin).default([]),
  /** The origins to which quick pay may return, https only. */
  allowedReturnUrls: z.array(Origin.refine((origin) => origin.startsWith('https:'), 'is not https')).default([]),
  microAppPermissions: TenantConfig.shape.microAppPermissions.default({}),
  /** Origins that may show the portal in a frame, such as the marina's own site. */
  embedders: z.array(Embedder).max(20).default([]),
  /** The days for which rows are kept that grow with each day. */
  retention: z
    .strictObject({
      /** Sent mails and mails that were refused: their address, kind and time. */
      mailDays: KeptDays.default(730),
      /** Customers' messages to the office, from the message or its last answer. */
      messageDays: KeptDays.default(1_095),
      /** Events that payment providers sent. */
      providerEventDays: KeptDays.default(30),
    })
    .prefault({}),
  /** The sender of mails. Null: the marina's name, and the server's address (`MAIL_FROM`). */
  sender: z
    .strictObject({
      name: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .regex(/^[^\p{Cc}<>@"]*$/u)
        .nullable()
        .default(null),
      address: z.email().max(254).nullable().default(null),
    })
    .prefault({}),
  /** The address of the browser's icon. Null: the logo. */
  icon: z.string().max(200).nullable().default(null),
  /** The font of pages, papers and mails (`look font`). Null: ours. */
  font: OwnFont.nullable().default(null),
  /** The addresses of the marina's own templates, fonts and pictures for papers, by file name (`look papers`). */
  papers: z.record(z.string(), z.string().max(200)).default({}),
  /** The origin of the portal, such as `https://portal.example.com`; null: taken from the request. */
  rootUrl: z.url().nullable(),
});
export type TenantSettings = z.output<typeof TenantSettings>;
