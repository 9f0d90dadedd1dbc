import { LoadingProvider } from '../../features/payments/checkout/page/page.exports.ts';

/** The content of a payment window until the provider's page has loaded in it. */
export const LoadingPaymentProviderPage = () => <LoadingProvider />;
