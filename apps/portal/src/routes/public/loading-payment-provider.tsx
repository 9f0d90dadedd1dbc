import { LoadingProvider } from '../../features/payments/loading-provider.tsx';

/** The window of a payment until the provider's page is in it. */
export const LoadingPaymentProviderPage = () => <LoadingProvider />;
