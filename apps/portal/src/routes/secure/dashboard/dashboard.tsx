import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../../lib/site.ts';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { ErrorBoundary } from '../../../ui/message/error-boundary.tsx';
import { DashboardWidgets } from './dashboard-widgets.tsx';
import styles from './dashboard.module.css';
import { ToDo } from './to-do.tsx';

/** Loaded late, because nothing on the page waits for it. */
const LoginAlerts = lazyPart(async () => (await import('./login-alerts.tsx')).LoginAlerts);

/** What the customer has to do, and then an overview of everything that is theirs. */
export function DashboardPage() {
  const { t } = useTranslation();
  const account = useAccount();
  const heading = account ? t('dashboard.hello', { name: account.firstname }) : t('dashboard.title');
  return (
    <>
      <PageHeading title={t('dashboard.title')} heading={heading}>
        {t('dashboard.intro')}
      </PageHeading>
      <div className={styles.parts}>
        <ErrorBoundary>
          <ToDo />
        </ErrorBoundary>
        <DashboardWidgets />
      </div>
      <Suspense>
        <LoginAlerts />
      </Suspense>
    </>
  );
}
