import { LoadingProvider } from '../../features/payments/checkout/page/page.face.ts';

/** The content of a payment window until the provider's page has loaded in it. */
export const LoadingPaymentProviderPage = () => <LoadingProvider />;
