import {
  IconAnchor,
  IconCreditCard,
  IconCreditCardPay,
  IconFileDescription,
  IconFileInvoice,
  IconFiles,
  IconHistory,
  IconHome,
  IconMessage,
  IconReceipt,
  IconSignature,
  IconUser,
} from '@tabler/icons-react';
import type { TenantConfig } from '@quayside/contract/tenant.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { UnsignedBadge } from '../../features/agreements/unsigned-badge.tsx';
import { useSummary } from '../../features/dashboard/use-summary.ts';
import { useHasDocuments } from '../../features/documents/use-documents.ts';
import { keepsCards, usePaymentProviders } from '../../features/payments/use-payment-providers.ts';
import { useSession } from '../../lib/session.ts';
import { useAccount } from '../../lib/site.ts';
import { useTenant } from '../../lib/tenant.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import styles from './sidebar.module.css';

/** Loaded only for marinas with partners' apps. */
const SidebarApps = lazyPart(async () => (await import('./sidebar-apps.tsx')).SidebarApps);

/** Loads the parts of a phone's menu before it opens, because the connection may be gone by then. */
export const preloadSidebar = (tenant: Pick<TenantConfig, 'microAppApi'>): void => {
  if (tenant.microAppApi !== null) SidebarApps.preload();
};

/**
 * The navigation of the portal, with each entry under its condition (SHELL-5), and the signed-in user. Headings group the
 * papers and the money. */
export function Sidebar() {
  const { t } = useTranslation();
  const { agreementsEnabled, microAppApi, permissions } = useTenant();
  const { isAccountUser } = useSession();
  const account = useAccount();
  const hasStays = useSummary().data?.hasStays;
  const hasDocuments = useHasDocuments();
  const { providers } = usePaymentProviders();
  const hasVault = providers.some(keepsCards);
  const hasPayCards = providers.some(({ kind }) => kind === 'components');
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
          {(agreementsEnabled || hasDocuments) && (
            <Group title={t('sidebar.papers')}>
              {agreementsEnabled && (
                <li>
                  <Link to="/secure/agreements" className={styles.entry}>
                    <IconSignature size={20} aria-hidden="true" />
                    {t('sidebar.agreements')}
                    <UnsignedBadge />
                  </Link>
                </li>
              )}
              {hasDocuments && (
                <li>
                  <Link to="/secure/documents" className={styles.entry}>
                    <IconFiles size={20} aria-hidden="true" />
                    {t('sidebar.documents')}
                  </Link>
                </li>
              )}
            </Group>
          )}
          {microAppApi !== null && (
            <Suspense>
              <SidebarApps />
            </Suspense>
          )}
          {(permissions.invoicingEnabled || permissions.showAccountActivity || permissions.showEstimates) && (
            <Group title={t('sidebar.money')}>
              {permissions.invoicingEnabled && (
                <li>
                  <Link to="/secure/orders/outstanding" className={styles.entry}>
                    <IconFileInvoice size={20} aria-hidden="true" />
                    {t('sidebar.unpaidOrders')}
                  </Link>
                </li>
              )}
              {permissions.showAccountActivity && (
                <li>
                  <Link to="/secure/account/order-history" className={styles.entry}>
                    <IconHistory size={20} aria-hidden="true" />
                    {t('sidebar.orderHistory')}
                  </Link>
                </li>
              )}
              {permissions.showEstimates && (
                <li>
                  <Link to="/secure/estimates" className={styles.entry}>
                    <IconFileDescription size={20} aria-hidden="true" />
                    {t('sidebar.estimates')}
                  </Link>
                </li>
              )}
              {permissions.showAccountActivity && (
                <li>
                  <Link to="/secure/account/payment-history" className={styles.entry}>
                    <IconReceipt size={20} aria-hidden="true" />
                    {t('sidebar.paymentHistory')}
                  </Link>
                </li>
              )}
            </Group>
          )}
          {hasStays && (
            <li>
              <Link to="/secure/account/my-stays" className={styles.entry}>
                <IconAnchor size={20} aria-hidden="true" />
                {t('sidebar.myStays')}
              </Link>
            </li>
          )}
          {hasVault && isAccountUser && (
            <li>
              {/* Its document must allow the provider's frames, so it is loaded whole. */}
              <Link to="/secure/manage-payment-methods" reloadDocument className={styles.entry}>
                <IconCreditCard size={20} aria-hidden="true" />
                {t('sidebar.myCards')}
              </Link>
            </li>
          )}
          {hasPayCards && isAccountUser && (
            <li>
              <Link to="/secure/clear-accept-pay-cards" className={styles.entry}>
                <IconCreditCardPay size={20} aria-hidden="true" />
                {t('sidebar.payCards')}
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

/** Neighbouring entries under a heading. The heading changes neither their order nor their addresses. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <li className={styles.group}>
      <span id={titleId} className={styles.groupTitle}>
        {title}
      </span>
      <ul className={styles.entries} aria-labelledby={titleId}>
        {children}
      </ul>
    </li>
  );
}
