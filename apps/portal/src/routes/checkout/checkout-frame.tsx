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
  type useCheckoutProblem,
  type useSetupFailure,
} from '../../features/payments/checkout/checkout.exports.ts';
import { usePaidElsewhere } from '../../features/payments/other-tabs.ts';
import { usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { TestBanner } from '../../features/payments/test-banner.tsx';
import { useUnderWay } from '../../features/payments/under-way.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Alert } from '../../ui/message/alert.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import styles from './checkout-frame.module.css';
import { usePaymentResult } from './use-payment-result.ts';

interface Props {
  basket: Basket;
  /** The orders of the basket. Empty while they load. */
  orders: readonly BilledOrder[];
  isTest: boolean;
  checkout: Pick<ReturnType<typeof useCheckoutProblem>, 'problem' | 'cancelOther'>;
  setup: ReturnType<typeof useSetupFailure>;
  children: ReactNode;
}

/**
 * The frame around the form of both checkout pages: what is paid, the problem, and the test mode notice. On a wide
 * screen, what is paid stays beside the form.
 */
export function CheckoutFrame(props: Props) {
  const { basket, orders, isTest, children } = props;
  const { problem, cancelOther } = props.checkout;
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

  if (isPaidElsewhere) return <PaidElsewhere />;
  return (
    <div className={styles.frame}>
      <section className={styles.bill} aria-label={t('payments.whatYouPay')}>
        <p className={styles.amount}>
          <span>{t('payments.amountToPay', { count: (basket.part?.amounts ?? basket.orderIds).length })}</span>
          <strong>{amount(basket.amount)}</strong>
        </p>
        <PaidItems orders={orders} basket={basket} />
      </section>
      <div className={styles.form}>
        {isTest && <TestBanner />}
        {problem && problem.kind !== 'broken' && (
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
        {asksForReload !== null && <InitialisationAlert reference={asksForReload} />}
      </div>
    </div>
  );
}

/** Another tab has paid the same basket. */
function PaidElsewhere() {
  const { t } = useTranslation();
  const { orders, texts } = usePaymentPlaces();
  return (
    <Alert
      kind="info"
      title={t('payments.paidElsewhere')}
      action={
        <LinkButton {...orders} variant="default">
          {t(texts.toOrders)}
        </LinkButton>
      }
    />
  );
}
