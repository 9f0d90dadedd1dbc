import type { Demo } from './demo.ts';

/** A page to measure. */
export interface MeasuredPage {
  path: (demo: Demo) => string;
  /** True if search engines may list it. */
  isIndexed?: boolean;
}

/** The pages by name. Those under `/secure` are measured as a signed-in customer. */
export const pages: Record<string, MeasuredPage> = {
  login: { path: () => '/login', isIndexed: true },
  'forgotten-password': { path: () => '/forgotten-password', isIndexed: true },
  'registration-code': { path: () => '/register/renewal-token', isIndexed: true },
  // The link in the README.
  'quick-pay': { path: () => '/quick-pay/5a175a17-0001-4000-8000-000000000001' },
  'quick-sign': { path: ({ agreement }) => `/quick-sign/${agreement}` },
  consent: { path: ({ consents }) => `/consent-management/${consents}` },
  verify: { path: () => '/verify', isIndexed: true },
  dashboard: { path: () => '/secure/dashboard' },
  'unpaid-orders': { path: () => '/secure/orders/outstanding' },
  order: { path: ({ order }) => `/secure/account/order/${order}` },
  documents: { path: () => '/secure/documents' },
  contact: { path: () => '/secure/contact-us' },
};
