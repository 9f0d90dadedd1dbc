import { listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { type AppAddress, readAppAddress } from '../../features/micro-apps/app-address.ts';
import { type MicroApp, type MicroAppPart, useAppText } from '../../features/micro-apps/micro-app.ts';
import { AppFailure, MicroAppFrame } from '../../features/micro-apps/micro-app-frame.tsx';
import { useMicroApps } from '../../features/micro-apps/use-micro-apps.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { useSession } from '../../lib/session/session.ts';
import { useAccountQuery } from '../../lib/account/account.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { LoadingSkeleton } from '../../ui/loading/loading-skeleton.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';

/**
 * A partner's app inside the portal. The address names the app; the marina's list tells its location (decision S7).
 */
export function MicroAppPage() {
  const { t } = useTranslation();
  const { app } = useSearch({ from: '/secure/micro-app' });
  const address = readAppAddress(app);
  const { apps, isPending, hasFailed, retry } = useMicroApps();
  const account = useAccountQuery();
  const found = address && findPart(apps, address);
  if (address && found && !account.isPending) {
    const key = JSON.stringify(address);
    return <PartPage key={key} {...found} params={address.params} siteId={account.data?.account.siteId} />;
  }
  if (!isPending && !hasFailed && !found) return <Navigate to="/404" replace />;
  const title = t('microApps.title');
  return (
    <>
      <PageHeading title={title} />
      {isPending || found ? <LoadingSkeleton heights={[36, 160, 160]} /> : <AppFailure title={title} onRetry={retry} />}
    </>
  );
}

function findPart(apps: readonly MicroApp[], { id, partId }: AppAddress) {
  const app = apps.find((other) => other.id === id);
  const part = partId === undefined ? app?.parts[0] : app?.parts.find((other) => other.id === partId);
  return app && part && { app, part };
}

interface PartProps {
  app: MicroApp;
  part: MicroAppPart;
  params: AppAddress['params'];
  siteId: number | undefined;
}

function PartPage({ app, part, params, siteId }: PartProps) {
  const title = useAppText()(part);
  const onPay = usePay();
  const frame = { title, appId: app.id, part, params, siteId, onPay };
  return (
    <>
      <PageHeading title={title} />
      {part.display === 'modal' ? <PartInDialog {...frame} /> : <MicroAppFrame {...frame} />}
    </>
  );
}

function PartInDialog(frame: Parameters<typeof MicroAppFrame>[0]) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <Button type="button" onClick={() => setIsOpen(true)}>
        {t('microApps.open', { title: frame.title })}
      </Button>
      {isOpen && (
        <Dialog title={frame.title} onClose={() => setIsOpen(false)}>
          <MicroAppFrame {...frame} isInDialog />
        </Dialog>
      )}
    </>
  );
}

/** Leads to the payment of an order if it is an unpaid order of the account. Otherwise nothing happens (P7.11). */
function usePay(): (orderId: number) => void {
  const { accountGuid } = useSession();
  const { invoicingEnabled } = useTenant().permissions;
  const navigate = useNavigate();
  const isLooking = useRef(false);
  return async (order) => {
    // One request at a time, however often an app asks.
    if (!invoicingEnabled || isLooking.current) return;
    isLooking.current = true;
    const outstanding = { ...callQuery(listOutstandingOrders, { params: { guid: accountGuid } }), staleTime: 0 };
    const orders = await queryClient.fetchQuery(outstanding).then(
      (answer) => answer.orders,
      () => [], // a toast has shown the failure
    );
    isLooking.current = false;
    if (orders.some(({ id }) => id === order)) void navigate({ to: '/secure/orders/outstanding', search: { order } });
  };
}
