import { useSession } from '../../lib/session/session.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Alert } from './alert.tsx';

/** Tells staff who view a customer's portal why they can't change this page. Shows nothing to the customer. */
export function ReadOnlyNotice() {
  const { t } = useTranslation();
  const { isAccountUser } = useSession();
  return isAccountUser ? null : <Alert kind="info" title={t('staffView.onlyCustomer')} />;
}
