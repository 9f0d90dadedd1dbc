import { cancelPayment, type PaymentProvider, type ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../../../lib/calls/api.ts';
import { useTranslation } from '../../../../lib/texts/texts.ts';
import { ActionButton } from '../../../../ui/action-button.tsx';
import { AnchorButton } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { usePayment } from '../../result/result.exports.ts';
import { useUnderWay } from '../../under-way.ts';
import { type BilledOrder, dialogStyles as styles } from '../checkout.exports.ts';
import { MandatoryDetailsDialog } from './mandatory-details-dialog.tsx';
import type { PaymentWindow } from './payment-window.ts';
import { useIsStuck } from './use-is-stuck.ts';
import type { usePageCheckout } from './use-page-checkout.ts';
import { PaymentSummary } from './payment-summary.tsx';

interface Props {
  checkout: ReturnType<typeof usePageCheckout>;
  /** Orders, of which the dialogs name those in the basket. */
  orders: readonly BilledOrder[];
  onEnd: (payment: ProcessedPayment) => void;
}

/** The dialogs over the page while a payment is made on the provider's page. */
export function PageCheckoutDialogs({ checkout: { stage, isOwner, goOn, close }, orders, onEnd }: Props) {
  switch (stage.at) {
    case 'idle':
      return null;
    case 'details':
      return (
        <MandatoryDetailsDialog
          missing={stage.missing}
          orders={orders}
          isOwner={isOwner}
          onGoOn={(details) => goOn(stage.provider, details)}
          onCancel={close}
        />
      );
    case 'blocked':
      return <PopupBlockedDialog onClose={close} />;
    case 'leaving':
      return <LeavingDialog {...stage} orders={orders} onEnd={onEnd} />;
    case 'window':
      return <PaymentWindowDialog {...stage} orders={orders} onEnd={onEnd} />;
  }
}

function PopupBlockedDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t('payments.popupBlockedTitle')}
      size="question"
      onClose={onClose}
      footer={<ActionButton onAction={onClose}>{t('payments.ok')}</ActionButton>}
    >
      <p>{t('payments.popupBlocked')}</p>
    </Dialog>
  );
}

interface LeavingDialogProps extends Pick<Props, 'orders' | 'onEnd'> {
  to: 'express' | 'page';
  payment: ProcessedPayment | null;
}

/** Stands until the provider's page is there. If none comes, as when an app takes its place, it offers a way out. */
function LeavingDialog({ to, payment, orders, onEnd }: LeavingDialogProps) {
  const { t } = useTranslation();
  const url = payment?.redirectUrl ?? null;
  const isStuck = useIsStuck(url !== null);
  const cancel = async () => {
    if (isStuck && payment) onEnd(await giveUp(payment));
  };
  return (
    <Dialog
      title={t('payments.leavingTitle')}
      size="question"
      onClose={() => void cancel()}
      footer={
        isStuck &&
        url !== null && (
          <>
            <ActionButton variant="default" processing={t('payments.cancelling')} onAction={cancel}>
              {t('payments.cancel')}
            </ActionButton>
            <AnchorButton variant="filled" href={url}>
              {t('payments.goOn')}
            </AnchorButton>
          </>
        )
      }
    >
      <PaymentSummary orders={orders} />
      <output className={styles.progress}>
        <Spinner /> {t(to === 'express' ? 'financial.redirectingToPayPal' : 'payments.leaving')}
      </output>
      {isStuck && <p>{t('payments.takingLong')}</p>}
    </Dialog>
  );
}

interface PaymentWindowDialogProps {
  provider: PaymentProvider;
  window: PaymentWindow;
  /** Null while it is being started. */
  payment: ProcessedPayment | null;
  orders: readonly BilledOrder[];
  onEnd: (payment: ProcessedPayment) => void;
}

/** Waits for the payment in the other window. Closing this dialog cancels the payment. */
function PaymentWindowDialog({ provider, window: opened, payment, orders, onEnd }: PaymentWindowDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t('payments.windowTitle', { provider: provider.displayName })}
      size="question"
      onClose={opened.close}
      footer={
        <ActionButton variant="default" processing={t('payments.cancelling')} onAction={opened.close}>
          {t('payments.cancel')}
        </ActionButton>
      }
    >
      <PaymentSummary orders={orders} amount={payment?.amount} />
      <p className={styles.hint}>{t('payments.windowHint', { provider: provider.displayName })}</p>
      {payment ? (
        <Watch window={opened} payment={payment} onEnd={onEnd} />
      ) : (
        <output className={styles.progress}>
          <Spinner /> {t('payments.windowStarting')}
        </output>
      )}
    </Dialog>
  );
}

/** The interval of checking the window, in ms. */
const watchMs = 1_000;

/**
 * Asks for the payment's state, and notices when its window is closed. A refusal there does not end the payment
 * (decision P4.7).
 */
function Watch({
  window: opened,
  payment,
  onEnd,
}: Omit<PaymentWindowDialogProps, 'provider' | 'orders'> & { payment: ProcessedPayment }) {
  const { t } = useTranslation();
  const { payment: known } = usePayment(payment.merchantRefNumber, isOver);
  const over = known && isOver(known) ? known : null;
  const isClosed = useIsClosed(opened);
  useUnderWay({ mayBeCharged: true });
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (over) end(over);
  }, [over]);
  useEffect(() => {
    if (isClosed) void giveUp(payment).then(end);
  }, [isClosed, payment]);
  return (
    <output className={styles.progress}>
      {known?.errorDescription ? (
        known.errorDescription
      ) : (
        <>
          <Spinner /> {t('payments.windowWaiting')}
        </>
      )}
    </output>
  );
}

const isOver = ({ paymentStatus }: ProcessedPayment) => paymentStatus !== 'Incomplete';

function useIsClosed(opened: PaymentWindow): boolean {
  const [isClosed, setClosed] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => setClosed(opened.isClosed()), watchMs);
    return () => clearInterval(timer);
  }, [opened]);
  return isClosed;
}

/**
 * Requests the cancellation. A payment that has just succeeded stays paid (decision P4.6). Without an answer, the
 * result page asks on.
 */
async function giveUp(payment: ProcessedPayment): Promise<ProcessedPayment> {
  try {
    return await api(cancelPayment, { params: { ref: payment.merchantRefNumber } });
  } catch {
    return payment;
  }
}
