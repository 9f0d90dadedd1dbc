import { IconFileInvoice, IconHome, IconMessage, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session.ts';
import { useAccount } from '../../lib/site.ts';
import { useTenant } from '../../lib/tenant.ts';
import styles from './sidebar.module.css';

/** Only for marinas that have any. */
const SidebarApps = lazy(async () => ({ default: (await import('./sidebar-apps.tsx')).SidebarApps }));

/** The ways through the portal, each where its condition holds (SHELL-5), and who is signed in. */
export function Sidebar() {
  const { t } = useTranslation();
  const { permissions, microAppApi } = useTenant();
  const { isAccountUser } = useSession();
  const account = useAccount();
  return (
    <div className={styles.sidebar}>
      <nav aria-label={t('sidebar.label')}>
        <ul className={styles.entries}>
          <li>
            <Link to="/secure/dashboard" className={styles.entry}>
              <IconHome size={20} aria-hidden="true" />
              {t('sidebar.dashboard')}
            </Link>
          </li>
          <li>
            <Link to="/secure/account/edit" className={styles.entry}>
              <IconUser size={20} aria-hidden="true" />
              {t('sidebar.myAccount')}
            </Link>
          </li>
          {microAppApi !== null && (
            <Suspense>
              <SidebarApps />
            </Suspense>
          )}
          {permissions.invoicingEnabled && (
            <li>
              <Link to="/secure/orders/outstanding" className={styles.entry}>
                <IconFileInvoice size={20} aria-hidden="true" />
                {t('sidebar.unpaidOrders')}
              </Link>
            </li>
          )}
          <li>
            <Link to="/secure/contact-us" className={styles.entry}>
              <IconMessage size={20} aria-hidden="true" />
              {t('sidebar.contactUs')}
            </Link>
          </li>
        </ul>
      </nav>
      {account && (
        <p className={styles.person}>
          <span>{isAccountUser ? t('sidebar.signedInAs') : t('staffView.portalOf')}</span>
          <strong>{account.titledFullName}</strong>
        </p>
      )}
    </div>
  );
}
