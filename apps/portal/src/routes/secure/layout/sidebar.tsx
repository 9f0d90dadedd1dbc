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
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { UnsignedBadge } from '../../../features/agreements/unsigned-badge.tsx';
import { useSummary } from '../../../features/dashboard/use-summary.ts';
import { useHasDocuments } from '../../../features/documents/use-documents.ts';
import { keepsCards, usePaymentProviders } from '../../../features/payments/use-payment-providers.ts';
import { useSession } from '../../../lib/session.ts';
import { useAccount } from '../../../lib/site.ts';
import { useTenant } from '../../../lib/tenant.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import styles from './sidebar.module.css';

/** Loaded only for marinas with partners' apps. */
const SidebarApps = lazyPart(async () => (await import('./sidebar-apps.tsx')).SidebarApps);

/** Loads the parts of a phone's menu before it opens, because the connection may be gone by then. */
export const preloadSidebar = (tenant: Pick<TenantConfig, 'microAppApi'>): void => {
  if (tenant.microAppApi !== null) SidebarApps.preload();
};

/** The facts on which entries depend. */
interface Facts extends Pick<TenantConfig, 'agreementsEnabled' | 'permissions'> {
  hasDocuments: boolean;
  hasStays: boolean;
  /** True if the customer pays here, and a provider stores cards in its vault. */
  hasVault: boolean;
  /** The same for cards that a provider with card components stores. */
  hasPayCards: boolean;
}

interface Entry {
  to: NonNullable<LinkProps['to']>;
  /** Text key. */
  text: string;
  icon: typeof IconHome;
  badge?: ComponentType;
  /** True if the page's document needs a policy of its own, so that it is loaded whole. */
  reloadDocument?: boolean;
  /** Absent: everybody has the entry. */
  isOffered?: (facts: Facts) => boolean;
}

/** Neighbouring entries, under a heading if they have a title, which is a text key. */
interface Section {
  title?: string;
  entries: readonly Entry[];
}

const sectionsAboveApps: readonly Section[] = [
  {
    entries: [
      { to: '/secure/dashboard', text: 'sidebar.dashboard', icon: IconHome },
      { to: '/secure/account/edit', text: 'sidebar.myAccount', icon: IconUser },
    ],
  },
  {
    title: 'sidebar.papers',
    entries: [
      {
        to: '/secure/agreements',
        text: 'sidebar.agreements',
        icon: IconSignature,
        badge: UnsignedBadge,
        isOffered: ({ agreementsEnabled }) => agreementsEnabled,
      },
      {
        to: '/secure/documents',
        text: 'sidebar.documents',
        icon: IconFiles,
        isOffered: ({ hasDocuments }) => hasDocuments,
      },
    ],
  },
];

const sectionsBelowApps: readonly Section[] = [
  {
    title: 'sidebar.money',
    entries: [
      {
        to: '/secure/orders/outstanding',
        text: 'sidebar.unpaidOrders',
        icon: IconFileInvoice,
        isOffered: ({ permissions }) => permissions.invoicingEnabled,
      },
      {
        to: '/secure/account/order-history',
        text: 'sidebar.orderHistory',
        icon: IconHistory,
        isOffered: ({ permissions }) => permissions.showAccountActivity,
      },
      {
        to: '/secure/estimates',
        text: 'sidebar.estimates',
        icon: IconFileDescription,
        isOffered: ({ permissions }) => permissions.showEstimates,
      },
      {
        to: '/secure/account/payment-history',
        text: 'sidebar.paymentHistory',
        icon: IconReceipt,
        isOffered: ({ permissions }) => permissions.showAccountActivity,
      },
    ],
  },
  {
    entries: [
      {
        to: '/secure/account/my-stays',
        text: 'sidebar.myStays',
        icon: IconAnchor,
        isOffered: ({ hasStays }) => hasStays,
      },
      {
        to: '/secure/manage-payment-methods',
        text: 'sidebar.myCards',
        icon: IconCreditCard,
        reloadDocument: true,
        isOffered: ({ hasVault }) => hasVault,
      },
      {
        to: '/secure/clear-accept-pay-cards',
        text: 'sidebar.payCards',
        icon: IconCreditCardPay,
        isOffered: ({ hasPayCards }) => hasPayCards,
      },
      { to: '/secure/contact-us', text: 'sidebar.contactUs', icon: IconMessage },
    ],
  },
];

/** The navigation of the portal, with each entry under its condition (SHELL-5), and the signed-in user. */
export function Sidebar() {
  const { t } = useTranslation();
  const { agreementsEnabled, microAppApi, permissions } = useTenant();
  const { isAccountUser } = useSession();
  const account = useAccount();
  const hasStays = useSummary().data?.hasStays === true;
  const hasDocuments = useHasDocuments();
  const { providers } = usePaymentProviders();
  const hasVault = isAccountUser && providers.some(keepsCards);
  const hasPayCards = isAccountUser && providers.some(({ kind }) => kind === 'components');
  const facts = { agreementsEnabled, permissions, hasDocuments, hasStays, hasVault, hasPayCards };
  const show = (section: Section) => <Entries key={section.entries[0]?.to} section={section} facts={facts} />;
  return (
    <div className={styles.sidebar}>
      <nav aria-label={t('sidebar.label')}>
        <ul className={styles.entries}>
          {sectionsAboveApps.map(show)}
          {microAppApi !== null && (
            <Suspense>
              <SidebarApps />
            </Suspense>
          )}
          {sectionsBelowApps.map(show)}
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

function Entries({ section: { title, entries }, facts }: { section: Section; facts: Facts }) {
  const { t } = useTranslation();
  const shown = entries
    .filter(({ isOffered }) => isOffered?.(facts) ?? true)
    .map(({ to, text, icon: Icon, badge: Badge, reloadDocument = false }) => (
      <li key={to}>
        <Link to={to} reloadDocument={reloadDocument} className={styles.entry}>
          <Icon size={20} aria-hidden="true" />
          {t(text)}
          {Badge && <Badge />}
        </Link>
      </li>
    ));
  if (title === undefined) return shown;
  return shown.length > 0 && <Group title={t(title)}>{shown}</Group>;
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
