import type { ProcessedPayment } from '@quayside/contract/payments.ts';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../../../ui/action-button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { type BilledOrder, dialogStyles as styles } from '../checkout.face.ts';
import { MandatoryDetailsDialog } from './mandatory-details-dialog.tsx';
import { PaymentWindowDialog } from './payment-window-dialog.tsx';
import type { usePageCheckout } from './use-page-checkout.ts';
import { WhatIsPaid } from './what-is-paid.tsx';

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
      return <LeavingDialog to={stage.to} orders={orders} />;
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

function LeavingDialog({ to, orders }: { to: 'express' | 'page'; orders: readonly BilledOrder[] }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('payments.leavingTitle')} size="question" onClose={() => undefined}>
      <WhatIsPaid orders={orders} />
      <output className={styles.progress}>
        <Spinner /> {t(to === 'express' ? 'financial.redirectingToPayPal' : 'payments.leaving')}
      </output>
    </Dialog>
  );
}
