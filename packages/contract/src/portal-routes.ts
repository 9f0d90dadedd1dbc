/**
 * Pages of a payment provider: only their documents may load the provider's scripts and frames, so the portal enters
 * them by loading a document.
 */
const paymentPages = [
  /^\/secure\/paysafe\//,
  /^\/secure\/clear-accept\//,
  /^\/secure\/manage-payment-methods(\/|$)/,
  /^\/quick-pay\/[^/]+\/(checkout|cvv|clear-accept\/checkout)\/?$/,
];

/** Pages whose address holds a token or a guid that opens something (decision C2.5): they tell nobody where they are. */
const tokenPages = [
  /^\/register(\/|$)/,
  /^\/password-?reset(form)?(\/|$)/,
  /^\/confirm-address(\/|$)/,
  /^\/consent-?management(\/|$)/,
  /^\/quick-sign\//,
  /^\/quick-pay\//,
  /^\/redirect\//,
  /^\/payment-processed\//,
];

/** The page whose form leads to a bank's page (3-D Secure 1): only its document may post there. */
const bankFormPage = /^\/three-d-s\/?$/;

/**
 * Pages on which somebody signs, and which a staff link opens. With those of payments and tokens they are shown in a
 * window of their own, where nothing of another site can lie over a button.
 */
const ownWindowPages = [...paymentPages, ...tokenPages, /^\/secure\/agreements\/unsigned\//, /^\/staff-view(\/|$)/];

/** The page that frames partners' apps: only its document may. */
const microAppPage = /^\/secure\/micro-app\/?$/;

/** The portal answers under `/portal` too (decision C2.1), and its paths are matched without case. */
export const barePath = (path: string): string => path.toLowerCase().replace(/^\/portal(?=\/|$)/, '');

/** @param path from the root, without the search */
export const isPaymentPage = (path: string): boolean => paymentPages.some((page) => page.test(barePath(path)));

/** @param path from the root, without the search */
export const isTokenPage = (path: string): boolean => tokenPages.some((page) => page.test(barePath(path)));

/** Whether no other site may frame a page. @param path from the root, without the search */
export const isOwnWindowPage = (path: string): boolean => ownWindowPages.some((page) => page.test(barePath(path)));

/** @param path from the root, without the search */
export const isMicroAppPage = (path: string): boolean => microAppPage.test(barePath(path));

/** @param path from the root, without the search */
export const isBankFormPage = (path: string): boolean => bankFormPage.test(barePath(path));
