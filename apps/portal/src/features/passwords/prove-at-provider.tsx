import { apiBase } from '@quayside/contract/call.ts';
import type { TenantConfig } from '@quayside/contract/tenant.ts';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { storeRedirect } from '../../lib/redirect-url.ts';
import { AnchorButton } from '../../ui/button.tsx';

/** Leads to the provider and back to this page with a new, freshly proven session. The basket stays. */
export function ProveAtProvider({ provider }: { provider: TenantConfig['authProviders'][number] }) {
  const { t } = useTranslation();
  const here = useLocation({ select: ({ href }) => href });
  return (
    <AnchorButton
      href={`${apiBase}auth/${encodeURIComponent(provider.key)}?portal=true`}
      onClick={() => storeRedirect(here)}
      fullWidth
    >
      {t('password.proveAt', { provider: provider.displayName })}
    </AnchorButton>
  );
}
