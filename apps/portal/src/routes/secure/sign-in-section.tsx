import { getSignInDetails } from '@quayside/contract/login-address.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoginAddress } from '../../features/login-address/login-address.tsx';
import { ChangePassword } from '../../features/passwords/change-password.tsx';
import { callQuery } from '../../lib/call-query.ts';
import { Card } from '../../ui/card.tsx';

/** The settings for signing in. They are separate from the contact details. */
export function SignInSection() {
  const { t } = useTranslation();
  const details = useQuery({ ...callQuery(getSignInDetails, {}), meta: { showsFailure: true } }).data;
  return (
    <Card title={t('loginAddress.section')}>
      <LoginAddress />
      {details?.hasPassword && <ChangePassword />}
    </Card>
  );
}
