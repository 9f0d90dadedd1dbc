import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAccountQuery } from '../../lib/site.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx';
import styles from './widgets.module.css';

/** What the marina may tell the customer. Absent where it has nothing to ask. */
export function PreferencesWidget() {
  const { t } = useTranslation();
  const { data } = useAccountQuery();
  if (data?.account.consentGroups.length === 0) return null;
  return (
    <Card title={t('consent.title')}>
      <Content />
    </Card>
  );
}

function Content() {
  const { t } = useTranslation();
  const { data, error, refetch } = useAccountQuery();
  if (!data && error) return <ErrorState title={t('consent.notLoaded')} error={error} onRetry={refetch} />;
  if (!data) return <LoadingSkeleton heights={[24, 24, 44]} />;
  return (
    <div className={styles.widget}>
      <ul className={styles.preferences}>
        {data.account.consentGroups.map(({ consentGroupId, externalDescription, isGranted }) => (
          <li key={consentGroupId}>
            {isGranted ? <IconBell size={20} aria-hidden="true" /> : <IconBellOff size={20} aria-hidden="true" />}
            <span>{externalDescription}</span>
            <span className={styles.state}>{isGranted ? t('consent.on') : t('consent.off')}</span>
          </li>
        ))}
      </ul>
      <LinkButton to="/secure/account/edit">{t('dashboard.editPreferences')}</LinkButton>
    </div>
  );
}
