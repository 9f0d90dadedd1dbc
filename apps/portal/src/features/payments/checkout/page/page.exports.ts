/** The parts of paying on a provider's own page that others may use. */
export { askableDetails, detailsOf, inputOfDetail, labelOfDetail } from './askable-details.ts';
export { LoadingProvider } from './loading-provider.tsx';
export { referenceOfPage } from './page-attempt.ts';
export { PageCheckoutDialogs } from './page-checkout-dialogs.tsx';
export type { PageProblem } from './page-checkout-flow.ts';
export { UnfinishedPagePayment } from './unfinished-page-payment.tsx';
export { usePageCheckout } from './use-page-checkout.ts';
