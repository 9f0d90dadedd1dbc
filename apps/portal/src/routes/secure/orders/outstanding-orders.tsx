import type { OutstandingOrder } from '@quayside/contract/orders/orders.ts';
import type { PaymentProvider, ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { CalendarCard } from '../../../features/calendar/calendar-card.tsx';
import { holderNameOf } from '../../../features/cards/holder-name.ts';
import { NoOutstandingOrders } from '../../../features/orders/order-list.tsx';
import { OutstandingOrders, type ToPay } from '../../../features/orders/outstanding-orders.tsx';
import { useOutstandingOrders } from '../../../features/orders/use-outstanding-orders.ts';
import { useSelection } from '../../../features/orders/use-selection.ts';
import { AvailableBalance } from '../../../features/payments/history/history.exports.ts';
import { type Amounts, fillBasket } from '../../../features/payments/basket.ts';
import {
  HeldNotices,
  SetupFailureAlert,
  profileFromAccount,
} from '../../../features/payments/checkout/checkout.exports.ts';
import { driverOf } from '../../../features/payments/drivers/registry.ts';
import { UnfinishedPayment, usePageCheckout } from '../../../features/payments/checkout/page/page.exports.ts';
import { PayPanel, usePayPanelFold } from '../../../features/payments/pay-panel/pay-panel.exports.ts';
import {
  useWalletDocument,
  type ShownProblem,
  OfferedWallets,
} from '../../../features/payments/checkout/wallets/wallets.exports.ts';
import { usePaymentProviders } from '../../../features/payments/use-payment-providers.ts';
import { waitToLeave } from '../../../lib/browser/wait-to-leave.ts';
import { useSlicedRender } from '../../../lib/first-screen/use-sliced-render.ts';
import { opensInOwnWindow } from '../../../lib/browser/framed.ts';
import { useSession } from '../../../lib/session/session.ts';
import { useAccount } from '../../../lib/account/account.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { ErrorState } from '../../../ui/message/error-state.tsx';
import { lazyPart } from '../../../ui/loading/lazy-part.tsx';
import { LoadingSkeleton } from '../../../ui/loading/loading-skeleton.tsx';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import styles from './outstanding-orders.module.css';
import { usePaymentResult } from '../../checkout/use-payment-result.ts';

/** Only for a payment on the provider's own page. */
const PageCheckout = lazyPart(async () => (await import('../../checkout/page-checkout.tsx')).PageCheckout);

/** The unpaid orders, and the way to pay them. `?order=` selects only that order. */
export function OutstandingOrdersPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('orders.outstandingTitle')} />
      <SetupFailureAlert />
      <AvailableBalance />
      <Unfinished />
    </>
  );
}

/** Handles an earlier attempt of this tab first that was left in our checkout or on a provider's page. */
function Unfinished() {
  const { cancelled } = useSearch({ from: '/secure/orders/outstanding' });
  const { toEnd } = usePaymentResult('anyProvider');
  return (
    <UnfinishedPayment isCancelled={cancelled === true} onEnd={(payment) => toEnd({ end: 'settled', payment })}>
      <Content />
    </UnfinishedPayment>
  );
}

function Content() {
  const { t } = useTranslation();
  const { order: preselectedId } = useSearch({ from: '/secure/orders/outstanding' });
  const outstanding = useOutstandingOrders();
  const { toEnd } = usePaymentResult('anyProvider');
  const { isAccountUser } = useSession();
  const isDrawn = useSlicedRender(outstanding.data !== undefined);

  if (outstanding.isError && !outstanding.data) {
    return <ErrorState title={t('orders.notLoaded')} error={outstanding.error} onRetry={outstanding.refetch} />;
  }
  if (!outstanding.data || !isDrawn) return <Loading />;
  const { orders } = outstanding.data;
  return (
    <>
      <HeldNotices
        orders={orders}
        onEnd={(payment) => toEnd({ end: 'settled', payment })}
        arePaid={(ids) => !orders.some(({ id }) => ids.includes(id))}
        isStaff={!isAccountUser}
      />
      {orders.length === 0 ? <NoOutstandingOrders /> : <Choice orders={orders} preselectedId={preselectedId} />}
      <div className={styles.calendar}>
        <CalendarCard />
      </div>
    </>
  );
}

const Loading = () => <LoadingSkeleton heights={[44, 108, 108, 108, 108]} />;

interface ChoiceProps {
  orders: readonly OutstandingOrder[];
  preselectedId: number | undefined;
}

function Choice({ orders, preselectedId }: ChoiceProps) {
  const { t } = useTranslation();
  const [selection, dispatch] = useSelection({ orders, preselectedId });
  const { siteId } = selection;
  const { providers, lastUsed, isPending, error, retry } = usePaymentProviders(siteId);
  const { isAccountUser } = useSession();
  const isLoadedAnew = useWalletDocument(isAccountUser ? providers : []);
  const isDrawn = useSlicedRender(!isPending);
  if (!isDrawn || isLoadedAnew || siteId === undefined) return <Loading />;
  return (
    <>
      {error && <ErrorState title={t('payments.providersNotLoaded')} error={error} onRetry={retry} />}
      <OutstandingOrders
        selection={selection}
        dispatch={dispatch}
        preselectedId={preselectedId}
        selectionHidden={providers.length === 0}
      >
        {(toPay) =>
          providers.length > 0 && (
            <PayChosen key={siteId} toPay={toPay} siteId={siteId} providers={providers} lastUsed={lastUsed} />
          )
        }
      </OutstandingOrders>
    </>
  );
}

interface PayChosenProps {
  toPay: ToPay;
  siteId: number;
  providers: readonly PaymentProvider[];
  /** The provider of the customer's last payment. */
  lastUsed: string | null;
}

function PayChosen({ toPay, siteId, providers, lastUsed }: PayChosenProps) {
  const { due, orders, ...choice } = toPay;
  const [chosen, onChoose] = useState<Amounts | null>(null);
  // The choice of a part is not on the page then.
  if (chosen !== null && toPay.selectedCount === 0) onChoose(null);
  const amounts = chosen ?? { amount: toPay.total, part: null };
  const navigate = useNavigate();
  const { accountGuid, isAccountUser } = useSession();
  const { toEnd } = usePaymentResult('anyProvider');
  const end = (payment: ProcessedPayment) => toEnd({ end: 'settled', payment });
  const page = usePageCheckout({ accountGuid, siteId, isOwner: true, onEnd: end });
  const account = useAccount();
  const card = usePaymentResult();
  const [walletProblem, setWalletProblem] = useState<ShownProblem | null>(null);
  const problem = page.problem ?? walletProblem;
  const fold = usePayPanelFold(toPay.selectedCount > 0, problem);

  const checkout = (provider: PaymentProvider) => {
    const driver = driverOf(provider);
    setWalletProblem(null);
    const { key: providerKey, kind: providerKind } = provider;
    fillBasket({ orderIds: toPay.orderIds, siteId, ...amounts, providerKey, providerKind });
    if (!driver) return page.start(provider);
    // Only a payment page's document may load the provider's scripts.
    return opensInOwnWindow(driver.checkoutPath)
      ? undefined
      : navigate({ to: driver.checkoutPath, reloadDocument: true }).then(waitToLeave);
  };
  return (
    <>
      {(problem || page.stage.at !== 'idle') && (
        <Suspense>
          <PageCheckout
            className={styles.problem}
            checkout={page}
            orders={orders}
            problem={problem}
            onCancelled={() => setWalletProblem(null)}
            onEnd={end}
          />
        </Suspense>
      )}
      <PayPanel
        {...choice}
        part={{ orders, chosen, onChoose }}
        totalDue={due.total}
        fold={fold}
        providers={providers}
        firstChoice={lastUsed}
        isAccountUser={isAccountUser}
        onCheckout={checkout}
        onChosen={page.prepare}
      >
        {account && (
          <OfferedWallets
            providers={providers}
            isAccountUser={isAccountUser}
            contents={{ orderIds: toPay.orderIds, siteId, ...amounts }}
            payer={{
              accountGuid: account.guid,
              name: holderNameOf(account),
              contact: profileFromAccount(account),
            }}
            onEnd={card.toEnd}
            onProblem={setWalletProblem}
            onPaying={fold.setPaying}
          />
        )}
      </PayPanel>
    </>
  );
}
