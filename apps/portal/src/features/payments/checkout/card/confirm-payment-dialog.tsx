import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../lib/format.ts';
import { useTenant } from '../../../../lib/tenant.ts';
import { ActionButton } from '../../../../ui/action-button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { type PaymentStep, dialogStyles as styles } from '../checkout.face.ts';

interface Props {
  /** In major units. */
  amount: number;
  /** The current step of the payment. Null before it starts. */
  step: PaymentStep | null;
  onConfirm: () => unknown;
  /** Not offered while the payment runs. */
  onCancel: () => void;
}

/** The last question before money moves, and then the progress of the payment. */
export function ConfirmPaymentDialog({ amount, step, onConfirm, onCancel }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name } = useTenant();
  const shown = format.amount(amount);
  const cancel = () => {
    if (step === null) onCancel();
  };
  return (
    <Dialog
      title={t('payments.confirmTitle')}
      size="question"
      onClose={cancel}
      footer={
        <>
          <ActionButton variant="default" disabled={step !== null} processing={t('payments.cancel')} onAction={cancel}>
            {t('payments.cancel')}
          </ActionButton>
          <ActionButton processing={t('payments.paying')} onAction={onConfirm}>
            {t('payments.pay', { amount: shown })}
          </ActionButton>
        </>
      }
    >
      <p className={styles.amount}>{shown}</p>
      <p>{t('payments.confirmText', { amount: shown, marina: name })}</p>
      <output className={styles.progress}>
        {step !== null && (
          <>
            <Spinner /> {t(`payments.step.${step}`)}
          </>
        )}
      </output>
    </Dialog>
  );
}
