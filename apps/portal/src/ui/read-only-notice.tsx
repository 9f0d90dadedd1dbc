import { useTranslation } from 'react-i18next';
import { useSession } from '../lib/session.ts';
import { Alert } from './alert.tsx';

/** Says to staff who look at a customer's portal why what stands here can't be changed. Nothing for the customer. */
export function ReadOnlyNotice() {
  const { t } = useTranslation();
  const { isAccountUser } = useSession();
  return isAccountUser ? null : <Alert kind="info" title={t('staffView.onlyCustomer')} />;
}
