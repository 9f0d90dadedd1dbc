import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../../lib/texts/texts.ts';
import { TestBanner } from '../../test-banner.tsx';
import styles from './wallet-pay.module.css';

/** The group of the wallets' buttons. */
export function WalletFrame({ provider, children }: { provider: PaymentProvider; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.wallets} aria-label={t('payments.wallets.legend')}>
      {provider.inTestMode && <TestBanner />}
      {children}
    </fieldset>
  );
}

/** Keeps the room of a button whose script has not answered yet, so that nothing moves when it does. */
export const WalletRoom = () => <span className={styles.room} aria-hidden="true" />;

/** The group before its scripts have loaded. */
export function ComingWallets({ provider }: { provider: PaymentProvider }) {
  return (
    <WalletFrame provider={provider}>
      <div className={styles.buttons}>
        {provider.isGooglePayEnabled && <WalletRoom />}
        {provider.isApplePayEnabled && <WalletRoom />}
      </div>
    </WalletFrame>
  );
}
