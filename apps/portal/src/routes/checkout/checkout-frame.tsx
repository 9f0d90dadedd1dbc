import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { ProviderErrorDialog } from '../../features/cards/provider-error-dialog.tsx';
import type { Basket } from '../../features/payments/basket.ts';
import {
  type BilledOrder,
  type CheckoutProblem,
  CheckoutProblemAlert,
  InitialisationAlert,
  PaidItems,
  type PaymentStep,
  type useCheckoutProblem,
  type useSetupFailure,
} from '../../features/payments/checkout/checkout.exports.ts';
import { usePaidElsewhere } from '../../features/payments/other-tabs.ts';
import { usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { TestBanner } from '../../features/payments/test-banner.tsx';
import { useUnderWay } from '../../features/payments/under-way.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { hasCode } from '../../lib/calls/api-error.ts';
import { failureMessage } from '../../lib/errors/failures.ts';
import { Alert, type AlertProps } from '../../ui/message/alert.tsx';
import { Focused } from '../../ui/page/focused.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import styles from './checkout-frame.module.css';
import { usePaymentResult } from './use-payment-result.ts';

interface Props {
  basket: Basket;
  /** The orders of the basket. Empty while they load. */
  orders: readonly BilledOrder[];
  /** True if one of them was not owed any more when the page opened. */
  areGone?: boolean;
  isTest: boolean;
  checkout: Pick<ReturnType<typeof useCheckoutProblem>, 'problem' | 'cancelOther'> & { step: PaymentStep | null };
  setup: ReturnType<typeof useSetupFailure>;
  children: ReactNode;
}

/**
 * The frame around the form of both checkout pages: what is paid, the problem, and the test mode notice. On a wide
 * screen, what is paid stays beside the form.
 */
export function CheckoutFrame(props: Props) {
  const { basket, orders, areGone = false, isTest, children } = props;
  const { problem, cancelOther, step } = props.checkout;
  const { asksForReload, onFailure } = props.setup;
  const { t } = useTranslation();
  const { amount } = useFormat();
  const { toPage } = usePaymentResult();
  const broken = problem?.kind === 'broken' ? problem.error : null;
  const isPaidElsewhere = usePaidElsewhere(basket.orderIds);
  useUnderWay({ mayBeCharged: false });
  const [told, setTold] = useState<CheckoutProblem | null>(null);

  useEffect(() => {
    if (broken) void onFailure(broken);
  }, [broken, onFailure]);

  if (isPaidElsewhere) return <NothingToPay kind="info" title={t('payments.paidElsewhere')} />;
  // The basket can never be paid, however often its reader tries. The form stays, hidden: without its places the
  // provider's script would fail to set up its fields.
  const isRefused = problem?.kind === 'failed' && hasCode(problem.error, 'ORDER_NOT_PAYABLE');
  const isHidden = isRefused || (areGone && step === null);
  return (
    <>
      {isRefused && <NothingToPay kind="error" title={failureMessage(problem.error)} />}
      {isHidden && !isRefused && <NothingToPay kind="info" title={t('payments.dataMissing')} />}
      <div className={styles.frame} hidden={isHidden}>
        <section className={styles.bill} aria-label={t('payments.whatYouPay')}>
          <p className={styles.amount}>
            <span>{t('payments.amountToPay', { count: (basket.part?.amounts ?? basket.orderIds).length })}</span>
            <strong>{amount(basket.amount)}</strong>
          </p>
          <PaidItems orders={orders} basket={basket} />
        </section>
        <div className={styles.form}>
          {isTest && <TestBanner />}
          {problem && problem.kind !== 'broken' && !isHidden && (
            <CheckoutProblemAlert
              problem={problem}
              onContinue={(reference) => toPage('confirmation', reference)}
              onCancelOther={cancelOther}
            />
          )}
          {children}
          {problem?.kind === 'card' && told !== problem && (
            <ProviderErrorDialog message={t(`cards.scriptErrors.${problem.reason}`)} onClose={() => setTold(problem)} />
          )}
          {asksForReload !== null && !isHidden && <InitialisationAlert reference={asksForReload} />}
        </div>
      </div>
    </>
  );
}

/** Takes the place of the form, for example if another tab has paid the same basket. It takes the focus. */
function NothingToPay(alert: Pick<AlertProps, 'kind' | 'title'>) {
  const { t } = useTranslation();
  const { orders, texts } = usePaymentPlaces();
  return (
    <Focused>
      <Alert
        {...alert}
        action={
          <LinkButton {...orders} variant="default">
            {t(texts.toOrders)}
          </LinkButton>
        }
      />
    </Focused>
  );
}
