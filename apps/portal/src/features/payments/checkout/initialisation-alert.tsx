import { useTranslation } from '../../../lib/texts/texts.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';

/** Shown if the provider's script broke (its code 9014). OK reloads the page. */
export function InitialisationAlert({ reference }: { reference: string }) {
  const { t } = useTranslation();
  const reload = () => location.reload();
  return (
    <Dialog
      title={t('cards.initialisationErrorTitle')}
      size="question"
      onClose={reload}
      footer={
        <ActionButton processing={t('cards.reloading')} onAction={reload}>
          {t('cards.ok')}
        </ActionButton>
      }
    >
      <p>{t('cards.initialisationErrorMessage')}</p>
      <p>{t('general.reference', { reference })}</p>
    </Dialog>
  );
}
