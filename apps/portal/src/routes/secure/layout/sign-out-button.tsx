import { IconLogout } from '@tabler/icons-react';
import { signOutEverywhere } from '../../../lib/session/session.ts';
import { useTranslation } from '../../../lib/texts.ts';
import { ActionButton } from '../../../ui/action-button.tsx';

export function SignOutButton() {
  const { t } = useTranslation();
  return (
    <ActionButton
      variant="subtle"
      icon={<IconLogout size={20} aria-hidden="true" />}
      processing={t('header.signingOut')}
      onAction={signOutEverywhere}
    >
      {t('header.signOut')}
    </ActionButton>
  );
}
