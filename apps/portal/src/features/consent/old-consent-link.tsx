import { sendConsentLink } from '@quayside/contract/consent.ts';
import { api } from '../../lib/calls/api.ts';
import { isGuid } from '../../lib/guid.ts';
import { useAction } from '../../lib/actions/use-action.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { FailureAlert } from '../../ui/message/failure-alert.tsx';
import { Focused } from '../../ui/page/focused.tsx';
import styles from './consent.module.css';

/**
 * Replaces the choices if the link opens nothing. It can mail a new link to the address on file. The text is the
 * same whether or not such an account exists (decision C4.23).
 */
export function OldConsentLink({ accountGuid = '' }: { accountGuid?: string | undefined }) {
  const { t } = useTranslation();
  const { run, failure, isDone } = useAction(
    async () => {
      // A malformed guid never was a link. It gets the same answer as any other.
      if (isGuid(accountGuid)) await api(sendConsentLink, { body: { accountGuid } });
    },
    { failures: { other: { title: 'consent.linkNotSent' } } },
  );
  if (isDone)
    return (
      <Focused>
        <Alert kind="success" title={t('consent.linkSent')} />
      </Focused>
    );

  return (
    <div className={styles.page}>
      <Alert kind="warning" title={t('consent.linkIsOld')}>
        {t('consent.linkIsOldText')}
      </Alert>
      <FailureAlert failure={failure} />
      <ActionButton onAction={run} processing={t('consent.linkSending')} fullWidth>
        {t('consent.askNewLink')}
      </ActionButton>
    </div>
  );
}
