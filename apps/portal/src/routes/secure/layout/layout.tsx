import { IconEye, IconMessage } from '@tabler/icons-react';
import { Link, Outlet, useLocation, useRouteContext } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ProveIdentityDialog } from '../../../features/passwords/prove-identity-dialog.tsx';
import { HeaderPayNow } from '../../../features/payments/pay-panel/pay-panel.exports.ts';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { useMatch } from '../../../lib/browser/media-query.ts';
import { useInBrowser } from '../../../lib/first-screen/in-browser.ts';
import { SessionProvider, useSession } from '../../../lib/session/session.ts';
import { useAccount, useSite } from '../../../lib/account/account.ts';
import { useTenant } from '../../../lib/tenant.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { lazyPart } from '../../../ui/loading/lazy-part.tsx';
import { FailureAlert } from '../../../ui/message/failure-alert.tsx';
import { BrandLogo } from '../../../ui/page/brand-logo.tsx';
import { LanguageSelector } from '../../../ui/page/language-selector.tsx';
import { PoweredBy } from '../../../ui/page/powered-by.tsx';
import { mainId } from '../../../ui/page/skip-link.tsx';
import { Dotted } from '../../../ui/dotted.tsx';
import styles from './layout.module.css';
import { MenuButton } from './menu-button.tsx';
import { SessionEndWarning } from './session-end-warning.tsx';
import { Sidebar } from './sidebar.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { useSignOut } from './use-sign-out.ts';

/** Few customers come back from a provider that refused them, so the others don't load its code. */
const SignOnRefusalAlert = lazyPart(
  async () => (await import('../../../features/sign-on/sign-on-refusal.tsx')).SignOnRefusalAlert,
);

/** The layout of the signed-in pages (SHELL-3): header, sidebar, content, footer. */
export function SecureLayout() {
  const { t } = useTranslation();
  const { session } = useRouteContext({ from: '/secure' });
  // On narrow screens the sidebar is in the drawer, so a phone doesn't render what it doesn't show. The server draws
  // for both, and the styles show one.
  const isWide = useMatch('(min-width: 992px)');
  const isInBrowser = useInBrowser();
  const signOut = useSignOut();
  // Only the browser's history knows it.
  const isRefused = useLocation({ select: ({ state }) => state.refusedSignOn !== undefined }) && isInBrowser;
  return (
    <SessionProvider value={session}>
      <div className={styles.page}>
        <header className={styles.header}>
          <MenuButton signOut={signOut} />
          <div className={styles.logo}>
            <BrandLogo />
          </div>
          <div className={styles.tools}>
            {session.isAccountUser && <HeaderPayNow />}
            {isWide !== false && (
              <div className={styles.wide}>
                <LinkButton to="/secure/contact-us" variant="subtle">
                  {t('header.contactUs')}
                </LinkButton>
                <LanguageSelector />
                <SignOutButton onSignOut={signOut.run} />
              </div>
            )}
            {isWide !== true && (
              <div className={styles.icons}>
                <Link to="/secure/contact-us" className={styles.icon} aria-label={t('header.contactUs')}>
                  <IconMessage size={20} aria-hidden="true" />
                </Link>
                <LanguageSelector isIcon />
              </div>
            )}
          </div>
        </header>
        {isWide !== false && (
          <aside className={styles.sidebar}>
            <Sidebar />
          </aside>
        )}
        <div className={styles.content}>
          {!session.isAccountUser && <StaffBanner onEnd={signOut.run} />}
          <main id={mainId} tabIndex={-1} className={styles.main}>
            {signOut.failure && (
              <div className={styles.failure}>
                <FailureAlert failure={signOut.failure} />
              </div>
            )}
            {isRefused && (
              <Suspense>
                <SignOnRefusalAlert />
              </Suspense>
            )}
            <Outlet />
          </main>
          <Footer />
        </div>
      </div>
      <SessionEndWarning />
      {session.isAccountUser && <ProveIdentityDialog />}
    </SessionProvider>
  );
}

/** The office's contact details and the portal's operator. */
function Footer() {
  const { name, contact } = useTenant();
  return (
    <footer className={styles.footer}>
      <p>
        <Dotted>
          {name}
          <a href={`tel:${contact.telephone.replaceAll(/[^+\d]/g, '')}`}>{contact.telephone}</a>
          <a href={`mailto:${contact.email}`}>{contact.email}</a>
        </Dotted>
      </p>
      <PoweredBy />
    </footer>
  );
}

/** The banner for staff who view a customer's portal: the customer's name, the end of the view, and the way out. */
function StaffBanner({ onEnd }: { onEnd: () => unknown }) {
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
      <ActionButton variant="default" processing={t('staffView.ending')} onAction={onEnd}>
        {t('staffView.end')}
      </ActionButton>
    </section>
  );
}
