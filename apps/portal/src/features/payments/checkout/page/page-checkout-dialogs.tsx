import type { ProcessedPayment } from '@quayside/contract/payments.ts';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../../../ui/action-button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { dialogStyles as styles } from '../checkout.face.ts';
import { MandatoryDetailsDialog } from './mandatory-details-dialog.tsx';
import { PaymentWindowDialog } from './payment-window-dialog.tsx';
import type { usePageCheckout } from './use-page-checkout.ts';

interface Props {
  checkout: ReturnType<typeof usePageCheckout>;
  onEnd: (payment: ProcessedPayment) => void;
}

/** The dialogs over the page while a payment is made on the provider's page. */
export function PageCheckoutDialogs({ checkout: { stage, isOwner, goOn, close }, onEnd }: Props) {
  switch (stage.at) {
    case 'idle':
      return null;
    case 'details':
      return (
        <MandatoryDetailsDialog
          missing={stage.missing}
          isOwner={isOwner}
          onGoOn={(details) => goOn(stage.provider, details)}
          onCancel={close}
        />
      );
    case 'blocked':
      return <PopupBlockedDialog onClose={close} />;
    case 'leaving':
      return <LeavingDialog to={stage.to} />;
    case 'window':
      return <PaymentWindowDialog {...stage} onEnd={onEnd} />;
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

function LeavingDialog({ to }: { to: 'express' | 'page' }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('payments.leavingTitle')} size="question" onClose={() => undefined}>
      <output className={styles.progress}>
        <Spinner /> {t(to === 'express' ? 'financial.redirectingToPayPal' : 'payments.leaving')}
      </output>
    </Dialog>
  );
}
