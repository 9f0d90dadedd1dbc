import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import { type ActionLock, useActionLock } from '../../../../lib/actions/action-lock.ts';
import { useTranslation } from '../../../../lib/texts/texts.ts';
import { ActionButton } from '../../../../ui/action-button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { BankDialog, dialogStyles } from '../checkout.exports.ts';
import { type GooglePayDriver, loadGooglePay } from '../../drivers/google-pay.ts';
import { useWalletPayment, type WalletOptions } from './use-wallet-payment.ts';
import { WalletFrame, WalletRoom } from './wallet-frame.tsx';
import styles from './wallet-pay.module.css';
import { reportQuietly } from '../../../../lib/errors/unhandled-errors.ts';
import { type ApplePayDriver, loadApplePay } from '../../drivers/apple-pay.ts';

interface Props extends WalletOptions {
  /** True if nothing is selected. */
  disabled: boolean;
}

/** The buttons of the wallets that this browser supports, and the progress of a payment. */
export function WalletPay({ disabled, ...options }: Props) {
  const { t } = useTranslation();
  const { provider } = options;
  const { googlePay, applePay } = useWalletDrivers(provider);
  const payment = useWalletPayment(options);
  const lock = useActionLock();
  if (googlePay === null && applePay === null) return null;
  return (
    <WalletFrame provider={provider}>
      <div className={styles.buttons} inert={disabled} data-disabled={disabled || undefined}>
        {googlePay === undefined && <WalletRoom />}
        {googlePay && <GoogleButton driver={googlePay} lock={lock} onPay={() => payment.payByGooglePay(googlePay)} />}
        {applePay === undefined && <WalletRoom />}
        {applePay && (
          <button
            type="button"
            className={styles.apple}
            aria-label="Apple Pay"
            onClick={() => lock.run(() => payment.payByApplePay(applePay))}
          >
            <span aria-hidden="true">Apple Pay</span>
          </button>
        )}
      </div>
      {/* Outside the sheet of a phone, which is closed meanwhile. */}
      {createPortal(
        <>
          {payment.step !== null && (
            <Dialog title={t('payments.wallets.paying')} size="question" onClose={() => undefined}>
              <output className={dialogStyles.progress}>
                <Spinner /> {t(`payments.step.${payment.step}`)}
              </output>
            </Dialog>
          )}
          {payment.bankPage && <BankDialog {...payment.bankPage} />}
        </>,
        document.body,
      )}
    </WalletFrame>
  );
}

/** Google requires its own button, which its script draws. */
function GoogleButton({ driver, lock, onPay }: { driver: GooglePayDriver; lock: ActionLock; onPay: () => unknown }) {
  const { i18n } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const click = useEffectEvent(() => lock.run(onPay));
  const { language } = i18n;

  // The driver draws the button in the page's language, so another language needs a new button.
  useEffect(() => {
    const button = driver.createButton(() => click());
    box.current?.replaceChildren(button);
    return () => button.remove();
  }, [driver, language]);

  return <div ref={box} className={styles.google} />;
}

/** Shows staff who view a customer's portal that the wallets exist, but disabled (decision P6.1). */
export function IdleWallets({ provider: { isGooglePayEnabled, isApplePayEnabled } }: Pick<Props, 'provider'>) {
  const names = [...(isGooglePayEnabled ? ['Google Pay'] : []), ...(isApplePayEnabled ? ['Apple Pay'] : [])];
  return (
    <div className={styles.buttons}>
      {names.map((name) => (
        <ActionButton key={name} variant="default" disabled onAction={() => undefined}>
          {name}
        </ActionButton>
      ))}
    </div>
  );
}

/** The wallets. Null if one can't be used here, undefined until this is known. */
interface WalletDrivers {
  googlePay: GooglePayDriver | null | undefined;
  applePay: ApplePayDriver | null | undefined;
}

/**
 * Returns the wallets that the provider takes and this browser supports. A wallet whose script fails to load is not
 * offered, because other ways to pay remain.
 */
function useWalletDrivers(provider: PaymentProvider): WalletDrivers {
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
