import type { PaymentProvider } from '@quayside/contract/payments.ts';
import { useEffect, useState } from 'react';
import { reportQuietly } from '../../../../lib/unhandled-errors.ts';
import { type ApplePayDriver, loadApplePay } from '../../drivers/apple-pay.ts';
import { type GooglePayDriver, loadGooglePay } from '../../drivers/google-pay.ts';

/** The wallets. Null if one can't be used here, undefined until this is known. */
export interface WalletDrivers {
  googlePay: GooglePayDriver | null | undefined;
  applePay: ApplePayDriver | null | undefined;
}

/**
 * Returns the wallets that the provider takes and this browser supports. A wallet whose script fails to load is not
 * offered, because other ways to pay remain.
 */
export function useWalletDrivers(provider: PaymentProvider): WalletDrivers {
  const { isGooglePayEnabled, isApplePayEnabled } = provider;
  const [drivers, setDrivers] = useState<WalletDrivers>({
    googlePay: isGooglePayEnabled ? undefined : null,
    applePay: isApplePayEnabled ? undefined : null,
  });

  useEffect(() => {
    let isWanted = true;
    const offer = (found: Partial<WalletDrivers>) => isWanted && setDrivers((known) => ({ ...known, ...found }));
    const dispense = (without: Partial<WalletDrivers>) => (error: unknown) => {
      reportQuietly(error);
      offer(without);
    };
    if (isGooglePayEnabled)
      loadGooglePay(provider).then((googlePay) => offer({ googlePay }), dispense({ googlePay: null }));
    if (isApplePayEnabled) loadApplePay(provider).then((applePay) => offer({ applePay }), dispense({ applePay: null }));
    return () => {
      isWanted = false;
    };
  }, [provider, isGooglePayEnabled, isApplePayEnabled]);

  return drivers;
}
