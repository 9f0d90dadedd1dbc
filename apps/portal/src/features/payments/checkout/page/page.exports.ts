/** The parts of paying on a provider's own page that others may use. */
export { askableDetails, detailsOf, inputOfDetail, labelOfDetail } from './askable-details.ts';
export { LoadingProvider } from './loading-provider.tsx';
export { PageCheckoutDialogs } from './page-checkout-dialogs.tsx';
export type { PageProblem } from './page-checkout-flow.ts';
export { UnfinishedPayment } from './unfinished-payment.tsx';
export { usePageCheckout } from './use-page-checkout.ts';
