import type { ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Alert } from '../../../ui/message/alert.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { AttemptActions } from '../checkout/checkout.exports.ts';
import { readBasket } from '../basket.ts';
import { driverOf } from '../drivers/registry.ts';
import { type Place, usePaymentPlaces } from '../payment-places.ts';
import { useUnderWay } from '../under-way.ts';
import { LargeAmount } from '../../../ui/large-amount.tsx';
import styles from './payment-result.module.css';

interface Props {
  /** The server's latest answer. */
  payment: ProcessedPayment | undefined;
  gaveUp: boolean;
  onCheckAgain: () => void;
}

/**
 * A payment without a result. Only for a payment that was sent, the text tells that paying again is not needed
 * (decision P4.5). One that was not sent charged nothing and is started again.
 */
export function WaitingForPayment(props: Props) {
  const { payment } = props;
  useUnderWay({ mayBeCharged: payment?.progress !== 'unsent' });
  if (!payment) return <NotAnswered {...props} />;
  if (payment.progress === 'unsent') return <Unsent payment={payment} />;
  if (payment.progress === 'onPage') return <OnPage payment={payment} onEnd={props.onCheckAgain} />;
  return <Waiting {...props} payment={payment} />;
}

function Unsent({ payment }: { payment: ProcessedPayment }) {
  const { t } = useTranslation();
  const { orders, texts } = usePaymentPlaces();
  const checkout = useFreshCheckout(payment);
  return (
    <div className={styles.result}>
      <PageHeading title={t('payments.unsentTitle')} />
      <Alert kind="info" title={t('payments.unsent')}>
        <p>{t('payments.unsentHint')}</p>
      </Alert>
      <div className={styles.buttons}>
        {payment.mayContinue && checkout && (
          <LinkButton {...checkout} reloadDocument variant="filled">
            {t('payments.startAgain')}
          </LinkButton>
        )}
        <LinkButton {...orders}>{t(texts.toOrders)}</LinkButton>
      </div>
      <p className={styles.quiet}>{t('payments.quoteReference', { reference: payment.reference })}</p>
    </div>
  );
}

/**
 * Returns the card checkout, where a new attempt for the same basket starts. Null if the basket holds another
 * attempt, or if the provider has no card checkout.
 */
function useFreshCheckout({ merchantRefNumber }: ProcessedPayment): Place | null {
  const places = usePaymentPlaces();
  const basket = readBasket();
  if (basket?.merchantRefNumber !== merchantRefNumber) return null;
  const driver = driverOf({ kind: basket.providerKind });
  return driver && places[driver.place];
}

function OnPage({ payment, onEnd }: { payment: ProcessedPayment; onEnd: () => void }) {
  const { t } = useTranslation();
  const { merchantRefNumber, mayContinue, mayCancel, errorDescription } = payment;
  const title = t(mayContinue ? 'payments.held.onPage' : 'payments.held.byLink');
  return (
    <div className={styles.result}>
      <PageHeading title={title} />
      <Alert
        kind="info"
        title={errorDescription ?? (mayContinue ? t('payments.held.onPageHint') : title)}
        action={
          <AttemptActions reference={merchantRefNumber} mayContinue={mayContinue} mayCancel={mayCancel} onEnd={onEnd} />
        }
      />
      <p className={styles.quiet}>{t('payments.quoteReference', { reference: payment.reference })}</p>
    </div>
  );
}

/** Shown before the first answer. The payment may not have been sent, so the text must not mention a bank. */
function NotAnswered({ gaveUp, onCheckAgain }: Omit<Props, 'payment'>) {
  const { t } = useTranslation();
  return (
    <div className={styles.result}>
      <PageHeading title={t('payments.checkingTitle')} />
      {gaveUp ? (
        <Alert
          kind="warning"
          title={t('payments.lastNotChecked')}
          action={<CheckAgain onCheckAgain={onCheckAgain} />}
        />
      ) : (
        <output className={styles.waiting}>
          <Spinner />
          <p>{t('payments.checking')}</p>
        </output>
      )}
    </div>
  );
}

function CheckAgain({ onCheckAgain }: Pick<Props, 'onCheckAgain'>) {
  const { t } = useTranslation();
  return (
    <ActionButton variant="default" processing={t('payments.checking')} onAction={onCheckAgain}>
      {t('payments.checkAgain')}
    </ActionButton>
  );
}

function Waiting({ payment, gaveUp, onCheckAgain }: Props & { payment: ProcessedPayment }) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const { texts } = usePaymentPlaces();
  const { receiptEmail: email } = payment;
  return (
    <div className={styles.result}>
      <PageHeading title={t('payments.waitingTitle')} />
      {gaveUp ? (
        <Alert
          kind="warning"
          title={email === null ? t('payments.stillWaitingAlone') : t(texts.stillWaiting, { email })}
          action={<CheckAgain onCheckAgain={onCheckAgain} />}
        />
      ) : (
        <output className={styles.waiting}>
          <Spinner />
          <div>
            <p>
              <LargeAmount>{amount(payment.amount)}</LargeAmount>
            </p>
            <p>{t('payments.waiting')}</p>
          </div>
        </output>
      )}
      <p className={styles.quiet}>{t('payments.quoteReference', { reference: payment.reference })}</p>
    </div>
  );
}

/** Shown for a payment that this reader, or this browser, did not make. It may have succeeded. */
export function UnknownPayment() {
  const { t } = useTranslation();
  const { orders, texts } = usePaymentPlaces();
  return (
    <div className={styles.result}>
      <PageHeading title={t('payments.unknownTitle')} />
      <Alert kind="info">{t(texts.unknown)}</Alert>
      <div className={styles.buttons}>
        <LinkButton {...orders}>{t(texts.toOrders)}</LinkButton>
      </div>
    </div>
  );
}
