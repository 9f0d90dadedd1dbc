import { useTranslation } from 'react-i18next';
import { LoginAddress } from '../../features/login-address/login-address.tsx';
import { ChangePassword } from '../../features/passwords/change-password.tsx';
import { Card } from '../../ui/card.tsx';

/** How somebody signs in, apart from how the marina reaches them. */
export function SignInSection() {
  const { t } = useTranslation();
  return (
    <Card title={t('loginAddress.section')}>
      <LoginAddress />
      <ChangePassword />
    </Card>
  );
}
