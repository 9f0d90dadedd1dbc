import { IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format.ts';
import { signOutEverywhere, useSession } from '../../../lib/session.ts';
import { useAccount, useSite } from '../../../lib/site.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import styles from './staff-banner.module.css';

/** The banner for staff who view a customer's portal: the customer's name, the end of the view, and the way out. */
export function StaffBanner() {
  const { t } = useTranslation();
  const { time } = useFormat();
  const { viewingUntil } = useSession();
  const account = useAccount();
  const site = useSite();
  const isKnown = account !== undefined && site !== undefined;
  return (
    <section className={styles.banner} aria-label={t('staffView.label')}>
      <IconEye size={24} aria-hidden="true" />
      <div className={styles.text}>
        <strong>
          {isKnown ? t('staffView.whose', { name: account.titledFullName, number: account.id }) : t('staffView.label')}
        </strong>
        <span>
          {isKnown && viewingUntil && `${t('staffView.until', { time: time(viewingUntil, site.timeZone) })} `}
          {t('staffView.readOnlyRule')}
        </span>
      </div>
      <ActionButton variant="default" processing={t('staffView.ending')} onAction={signOutEverywhere}>
        {t('staffView.end')}
      </ActionButton>
    </section>
  );
}
