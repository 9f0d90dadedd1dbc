/**
 * Pages of a payment provider. Only their documents may load the provider's scripts and frames, so the portal loads
 * a new document to enter them.
 */
const paymentPages = [
  /^\/secure\/paysafe\//,
  /^\/secure\/clear-accept\//,
  /^\/secure\/manage-payment-methods(\/|$)/,
  /^\/quick-pay\/[^/]+\/(checkout|cvv|clear-accept\/checkout)\/?$/,
];

/**
 * Pages that offer wallets, whose buttons belong to the wallets. If the marina has wallets, their documents may
 * load the scripts and frames of the wallets and of the provider that takes them.
 */
const walletPages = [/^\/secure\/orders\/outstanding\/?$/, /^\/quick-pay\/[^/]+(\/review)?\/?$/];

/** Pages whose address holds a token or a guid that opens something (decision C2.5). They send no referrer. */
const tokenPages = [
  /^\/register(\/|$)/,
  /^\/password-?reset(form)?(\/|$)/,
  /^\/confirm-address(\/|$)/,
  /^\/consent-?management(\/|$)/,
  /^\/quick-sign\//,
  /^\/quick-pay\//,
  /^\/redirect(\/|$)/,
  /^\/payment-processed\//,
];

/** The page whose form leads to a bank's page (3-D Secure 1). Only its document may post there. */
const bankFormPage = /^\/three-d-s\/?$/;

/**
 * Pages where somebody signs, and pages that a staff link opens. As with payment and token pages, no other site may
 * frame them, so that none can place something over a button.
 */
const ownWindowPages = [...paymentPages, ...tokenPages, /^\/secure\/agreements\/unsigned\//, /^\/staff-view(\/|$)/];

/** The page that frames partners' apps. Only its document may. */
const microAppPage = /^\/secure\/micro-app\/?$/;

/**
 * Returns a path in lower case and without `/portal`: the portal also answers there (decision C2.1) and ignores
 * case.
 */
export const barePath = (path: string): string => path.toLowerCase().replace(/^\/portal(?=\/|$)/, '');

/** @param path from the root, without the search */
export const isPaymentPage = (path: string): boolean => paymentPages.some((page) => page.test(barePath(path)));

/** @param path from the root, without the search */
export const isWalletPage = (path: string): boolean => walletPages.some((page) => page.test(barePath(path)));

/** Returns the order's guid in the path of a pay link's page, in lower case. Null on every other page. */
export const orderOfPayLink = (path: string): string | null =>
  /^\/quick-pay\/([^/]+)/.exec(barePath(path))?.[1] ?? null;

/** @param path from the root, without the search */
export const isTokenPage = (path: string): boolean => tokenPages.some((page) => page.test(barePath(path)));

/** Checks if no other site may frame a page. @param path from the root, without the search */
export const isOwnWindowPage = (path: string): boolean => ownWindowPages.some((page) => page.test(barePath(path)));

/** @param path from the root, without the search */
export const isMicroAppPage = (path: string): boolean => microAppPage.test(barePath(path));

/** @param path from the root, without the search */
export const isBankFormPage = (path: string): boolean => bankFormPage.test(barePath(path));
