import { IconFileInvoice, IconFiles, IconHome, IconMessage, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useHasDocuments } from '../../features/documents/use-documents.ts';
import { useSession } from '../../lib/session.ts';
import { useAccount } from '../../lib/site.ts';
import { useTenant } from '../../lib/tenant.ts';
import styles from './sidebar.module.css';

/** The ways through the portal, each where its condition holds (SHELL-5), and who is signed in. */
export function Sidebar() {
  const { t } = useTranslation();
  const { permissions } = useTenant();
  const { isAccountUser } = useSession();
  const account = useAccount();
  const hasDocuments = useHasDocuments();
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
          {hasDocuments && (
            <li>
              <Link to="/secure/documents" className={styles.entry}>
                <IconFiles size={20} aria-hidden="true" />
                {t('sidebar.documents')}
              </Link>
            </li>
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
