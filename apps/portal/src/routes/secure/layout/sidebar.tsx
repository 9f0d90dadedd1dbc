import type { TenantConfig } from '@quayside/contract/tenant/tenant.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useId } from 'react';
import { UnsignedBadge } from '../../../features/agreements/agreement-badges.tsx';
import { useSummary } from '../../../features/dashboard/use-summary.ts';
import { useDocuments } from '../../../features/documents/use-documents.ts';
import { keepsCards, usePaymentProviders } from '../../../features/payments/use-payment-providers.ts';
import { useInBrowser } from '../../../lib/first-screen/in-browser.ts';
import { useSession } from '../../../lib/session/session.ts';
import { useAccount } from '../../../lib/account/account.ts';
import { useTenant } from '../../../lib/tenant.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { lazyPart } from '../../../ui/loading/lazy-part.tsx';
import { menu } from './menu.ts';
import type { MenuConditions, MenuGroup } from './menu-entry.ts';
import styles from './sidebar.module.css';
import { UnknownEntries } from './unknown-entries.tsx';

/** Loaded only for marinas with partners' apps. */
const SidebarApps = lazyPart(async () => (await import('./sidebar-apps.tsx')).SidebarApps);

/** Loads the parts of a phone's menu before it opens, because the connection may be gone by then. */
export const preloadSidebar = (tenant: Pick<TenantConfig, 'microAppApi'>): void => {
  if (tenant.microAppApi !== null) SidebarApps.preload();
};

const badges = { unsignedAgreements: UnsignedBadge };

interface GroupProps {
  name: MenuGroup;
  /** The text key of its heading. */
  title?: string;
  conditions: MenuConditions;
}

/** The navigation of the portal, with each entry under its condition (SHELL-5), and the signed-in user. */
export function Sidebar() {
  const { t } = useTranslation();
  const { agreementsEnabled, microAppApi, permissions } = useTenant();
  const { isAccountUser } = useSession();
  const account = useAccount();
  // The partners answer the browser alone.
  const isInBrowser = useInBrowser();
  const summary = useSummary();
  const documents = useDocuments();
  const { providers, isPending: arePending } = usePaymentProviders();
  const hasStays = summary.data?.hasStays === true;
  // True as soon as a type applies, so that the first upload has an entry too (decision C2.18).
  const hasDocuments = documents.data?.hasAnyDocuments === true;
  const hasVault = isAccountUser && providers.some(keepsCards);
  const hasPayCards = isAccountUser && providers.some(({ kind }) => kind === 'components');
  const conditions = { ...permissions, agreementsEnabled, hasDocuments, hasStays, hasVault, hasPayCards };
  return (
    <div className={styles.sidebar}>
      <nav aria-label={t('sidebar.label')}>
        <ul className={styles.entries}>
          <Entries name="first" conditions={conditions} />
          {documents.isPending && <UnknownEntries />}
          <Entries name="papers" title="sidebar.papers" conditions={conditions} />
          {microAppApi !== null && (
            <Suspense fallback={<UnknownEntries />}>{isInBrowser ? <SidebarApps /> : <UnknownEntries />}</Suspense>
          )}
          <Entries name="money" title="sidebar.money" conditions={conditions} />
          {(summary.isPending || arePending) && <UnknownEntries />}
          <Entries name="last" conditions={conditions} />
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

/** The entries of a group, in the order of their routes' places, each under its condition. */
function Entries({ name, title, conditions }: GroupProps) {
  const { t } = useTranslation();
  const shown = menu
    .filter(({ group, offeredIf }) => group === name && (offeredIf === undefined || conditions[offeredIf]))
    .map(({ to, text, icon: Icon, badge, reloadDocument = false }) => {
      const Badge = badge && badges[badge];
      return (
        <li key={to}>
          <Link to={to} reloadDocument={reloadDocument} className={styles.entry}>
            <Icon size={20} aria-hidden="true" />
            {t(text)}
            {Badge && <Badge />}
          </Link>
        </li>
      );
    });
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
