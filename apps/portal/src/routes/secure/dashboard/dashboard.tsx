import { type ReactNode, Suspense } from 'react';
import { useAccount } from '../../../lib/account/account.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import { lazyPart } from '../../../ui/loading/lazy-part.tsx';
import { ErrorBoundary } from '../../../ui/message/error-boundary.tsx';
import styles from './dashboard.module.css';
import { ToDo } from './to-do.tsx';
import { AgreementsWidget } from '../../../features/agreements/agreements-widget.tsx';
import { AccountSummaryWidget } from '../../../features/dashboard/account-summary-widget.tsx';
import { BoatsWidget } from '../../../features/dashboard/boats-widget.tsx';
import { PreferencesWidget } from '../../../features/dashboard/preferences-widget.tsx';
import { UnpaidOrdersWidget } from '../../../features/dashboard/unpaid-orders-widget.tsx';
import { WaitingListsWidget } from '../../../features/dashboard/waiting-lists-widget.tsx';
import { DocumentsWidget } from '../../../features/documents/documents-widget.tsx';
import { UploadPlace } from '../../../features/documents/upload-action.tsx';
import { useInBrowser } from '../../../lib/first-screen/in-browser.ts';
import { useMatch } from '../../../lib/browser/media-query.ts';
import { useTenant } from '../../../lib/tenant.ts';

/** Loaded late, because nothing on the page waits for it. */
const LoginAlerts = lazyPart(async () => (await import('./login-alerts.tsx')).LoginAlerts);

/** The page shows the customer's tasks first, and then an overview of everything that is theirs. */
export function DashboardPage() {
  const { t } = useTranslation();
  const account = useAccount();
  // A dialog opens over the page, and only this tab knows if it has opened already.
  const isInBrowser = useInBrowser();
  const heading = account
    ? t('dashboard.hello', { name: account.firstname || account.lastname })
    : t('dashboard.title');
  return (
    <>
      <PageHeading title={t('dashboard.title')} heading={heading}>
        {t('dashboard.intro')}
      </PageHeading>
      <UploadPlace>
        <div className={styles.parts}>
          <ErrorBoundary>
            <ToDo />
          </ErrorBoundary>
          <DashboardWidgets />
        </div>
      </UploadPlace>
      {isInBrowser && (
        <Suspense>
          <LoginAlerts />
        </Suspense>
      )}
    </>
  );
}

/**
 * The widgets in the specification's order (DASH-1), each shown under its condition. On phones, widgets that need
 * the customer come first, by the styles until the browser has taken over the server's HTML. Each loads and fails
 * alone (decision C2.31). DANGER: a turned phone moves widgets in the document, so that the focus follows the order on
 * the screen. An open dialog in a moved widget would no longer be modal, so dialogs stand outside of them.
 */
function DashboardWidgets() {
  const { agreementsEnabled, permissions } = useTenant();
  const isWide = useMatch('(min-width: 768px)') ?? true;
  const all: readonly { key: string; Widget: () => ReactNode; shown?: boolean; needsYou?: true }[] = [
    { key: 'account', Widget: AccountSummaryWidget },
    { key: 'orders', Widget: UnpaidOrdersWidget, shown: permissions.invoicingEnabled, needsYou: true },
    { key: 'agreements', Widget: AgreementsWidget, shown: agreementsEnabled, needsYou: true },
    { key: 'boats', Widget: BoatsWidget },
    { key: 'preferences', Widget: PreferencesWidget, shown: permissions.showNotificationPreferences },
    { key: 'waiting-lists', Widget: WaitingListsWidget, shown: permissions.showWaitingLists },
    { key: 'documents', Widget: DocumentsWidget, needsYou: true },
  ];
  const widgets = all.filter(({ shown = true }) => shown);
  const inOrder = isWide ? widgets : widgets.toSorted((one, other) => Number(!one.needsYou) - Number(!other.needsYou));
  return (
    <div className={styles.cards} data-waits>
      {inOrder.map(({ key, Widget, needsYou }) => (
        <div key={key} data-needs-you={needsYou}>
          <ErrorBoundary>
            <Widget />
          </ErrorBoundary>
        </div>
      ))}
    </div>
  );
}
