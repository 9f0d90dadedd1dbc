import { IconLogout } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { ActionButton } from '../../../ui/action-button.tsx';

export function SignOutButton({ onSignOut }: { onSignOut: () => unknown }) {
  const { t } = useTranslation();
  return (
    <ActionButton
      variant="subtle"
      icon={<IconLogout size={20} aria-hidden="true" />}
      processing={t('header.signingOut')}
      onAction={onSignOut}
    >
      {t('header.signOut')}
    </ActionButton>
  );
}
