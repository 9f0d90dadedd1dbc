import { createPrivateKey, X509Certificate } from 'node:crypto';
import { z } from 'zod';

/** The address of a script, which a page loads as it is. */
const scriptUrl = z.url({ protocol: /^https?$/ });

export const googleScript = 'https://pay.google.com/gp/p/js/pay.js';

/** Google Pay, with the provider as Google's gateway. */
export const GooglePaySettings = z.strictObject({
  /** The id from Google's Business Console. Real money needs it; Google's test environment does not. */
  merchantId: z.string().min(1).max(80).nullable().default(null),
  /** The name by which Google knows the provider as this merchant's gateway. */
  gatewayMerchantId: z.string().min(1).max(80),
  scriptUrl: scriptUrl.default(googleScript),
  /** True to accept a telephone's cards too, which prove by themselves who pays (decision P5.3). */
  takesDeviceCards: z.boolean().default(false),
});
export type GooglePaySettings = z.output<typeof GooglePaySettings>;

const podsOf = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}-pod${index + 1}`);

/**
 * The hosts of Apple's gateway, from the lists of "Setting Up Your Server": today's, and the older one with the pods
 * that browsers may still name. No other host is called, whichever address a browser sends.
 */
export const appleHosts: readonly string[] = [
  'apple-pay-gateway',
  ...podsOf('apple-pay-gateway-nc', 5),
  ...podsOf('apple-pay-gateway-pr', 5),
  ...podsOf('apple-pay-gateway-nc', 5).map((pod) => `${pod}-dr`),
  ...podsOf('apple-pay-gateway-pr', 5).map((pod) => `${pod}-dr`),
  'cn-apple-pay-gateway',
  ...podsOf('cn-apple-pay-gateway-sh', 3),
  ...podsOf('cn-apple-pay-gateway-tj', 3),
].map((name) => `${name}.apple.com`);
/** The hosts of Apple's test system. */
export const appleTestHosts: readonly string[] = [
  'apple-pay-gateway-cert.apple.com',
  'cn-apple-pay-gateway-cert.apple.com',
];

/** Apple Pay on the web, for one of the marina's merchant identifiers. */
export const ApplePaySettings = z
  .strictObject({
    /** Such as `merchant.com.example.marina`. */
    merchantIdentifier: z.string().min(1).max(255),
    /** The merchant identity certificate and its key, as PEM. They show Apple who asks for a session. */
    certificate: z.string().max(20_000),
    privateKey: z.string().max(20_000),
    /** The content of the file by which Apple verifies the portal's host. */
    domainAssociation: z.string().min(1).max(60_000),
    /** Apple's JavaScript SDK, for browsers other than Safari; null: none. Safari has it built in. */
    scriptUrl: scriptUrl.nullable().default(null),
    /** The hosts (with a port if it is not 443) that may be asked for a session; empty: Apple's own. */
    validationHosts: z.array(z.string().regex(/^[a-z0-9.-]+(:\d{1,5})?$/, 'must be a host')).default([]),
    /** The authority of these hosts, as PEM, if no public one certifies them. Only in test mode. */
    certificateAuthority: z.string().max(20_000).nullable().default(null),
  })
  .refine(isPair, { path: ['privateKey'], message: 'must be the key of the certificate, both as PEM' });
export type ApplePaySettings = z.output<typeof ApplePaySettings>;

function isPair({ certificate, privateKey }: { certificate: string; privateKey: string }): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey));
  } catch {
    return false;
  }
}

interface WalletSettings {
  inTestMode: boolean;
  googlePay: GooglePaySettings | null;
  applePay: ApplePaySettings | null;
}

/** Tells if Google knows the merchant. Its production environment refuses others. */
export const hasGoogleMerchant = ({ inTestMode, googlePay }: WalletSettings): boolean =>
  inTestMode || googlePay === null || googlePay.merchantId !== null;

/** Tells if real money can only go by the wallets' own addresses. */
export function areLiveWallets({ inTestMode, googlePay, applePay }: WalletSettings): boolean {
  if (inTestMode) return true;
  const scripts = [googlePay?.scriptUrl, applePay?.scriptUrl];
  return (
    scripts.every((url) => !url || url.startsWith('https:')) &&
    (applePay === null ||
      (applePay.certificateAuthority === null && applePay.validationHosts.every((host) => host.endsWith('.apple.com'))))
  );
}
