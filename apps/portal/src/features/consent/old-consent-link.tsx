import { sendConsentLink } from '@quayside/contract/account/consent.ts';
import { api } from '../../lib/calls/api.ts';
import { isGuid } from '../../lib/guid.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { ReplaceableLink } from '../../ui/message/ended-link.tsx';

/** Replaces the choices if the link opens nothing. */
export function OldConsentLink({ accountGuid = '' }: { accountGuid?: string | undefined }) {
  const { t } = useTranslation();
  const sendNew = async () => {
    // A malformed guid never was a link. It gets the same answer as any other.
    if (isGuid(accountGuid)) await api(sendConsentLink, { body: { accountGuid } });
  };
  return <ReplaceableLink sendNew={sendNew}>{t('consent.linkIsOld')}</ReplaceableLink>;
}
