import type { PaymentProvider } from '@quayside/contract/payments.ts';
import { useEffect, useState } from 'react';
import { reportQuietly } from '../../../lib/unhandled-errors.ts';
import { type ApplePayDriver, loadApplePay } from '../drivers/apple-pay.ts';
import { type GooglePayDriver, loadGooglePay } from '../drivers/google-pay.ts';

export interface WalletDrivers {
  googlePay: GooglePayDriver | null;
  applePay: ApplePayDriver | null;
}

const none: WalletDrivers = { googlePay: null, applePay: null };

/**
 * Returns the wallets that the provider takes and this browser supports. A wallet whose script fails to load is not
 * offered, because other ways to pay remain.
 */
export function useWalletDrivers(provider: PaymentProvider): WalletDrivers {
  const [drivers, setDrivers] = useState(none);
  const { isGooglePayEnabled, isApplePayEnabled } = provider;

  useEffect(() => {
    let isWanted = true;
    const offer = (found: Partial<WalletDrivers>) => isWanted && setDrivers((known) => ({ ...known, ...found }));
    if (isGooglePayEnabled) loadGooglePay(provider).then((googlePay) => offer({ googlePay }), reportQuietly);
    if (isApplePayEnabled) loadApplePay(provider).then((applePay) => offer({ applePay }), reportQuietly);
    return () => {
      isWanted = false;
    };
  }, [provider, isGooglePayEnabled, isApplePayEnabled]);

  return drivers;
}
