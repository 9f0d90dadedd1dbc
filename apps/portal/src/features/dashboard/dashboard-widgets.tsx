import type { ReactNode } from 'react';
import { useMediaQuery } from '../../lib/media-query.ts';
import { useTenant } from '../../lib/tenant.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { AccountSummaryWidget } from './account-summary-widget.tsx';
import { BoatsWidget } from './boats-widget.tsx';
import { PreferencesWidget } from './preferences-widget.tsx';
import { UnpaidOrdersWidget } from './unpaid-orders-widget.tsx';
import styles from './widgets.module.css';

/**
 * The widgets in the specification's order (DASH-1); on phones what needs the customer comes first. Each loads and fails
 * alone (decision C2.31).
 */
export function DashboardWidgets() {
  const { permissions } = useTenant();
  const isWide = useMediaQuery('(min-width: 768px)');
  const account = (
    <Widget key="account">
      <AccountSummaryWidget />
    </Widget>
  );
  const orders = permissions.invoicingEnabled && (
    <Widget key="orders">
      <UnpaidOrdersWidget />
    </Widget>
  );
  return (
    <div className={styles.grid}>
      {isWide ? [account, orders] : [orders, account]}
      <Widget>
        <BoatsWidget />
      </Widget>
      {permissions.showNotificationPreferences && (
        <Widget>
          <PreferencesWidget />
        </Widget>
      )}
    </div>
  );
}

const Widget = ({ children }: { children: ReactNode }) => <ErrorBoundary>{children}</ErrorBoundary>;
