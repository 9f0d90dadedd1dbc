import { useTranslation } from 'react-i18next';
import { Alert } from '../../ui/message/alert.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

/** Shown if everything is paid (ORD-2). */
export function NoOutstandingOrders() {
  const { t } = useTranslation();
  return (
    <Alert kind="success" action={<LinkButton to="/secure/dashboard">{t('payments.backToDashboard')}</LinkButton>}>
      {t('orders.noOutstandingOrders')}
    </Alert>
  );
}
