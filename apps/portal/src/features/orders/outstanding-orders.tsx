import { agreementBlocksPayment, type OutstandingOrder } from '@quayside/contract/orders/orders.ts';
import { listSites } from '@quayside/contract/tenant/tenant.ts';
import { useQuery } from '@tanstack/react-query';
import type { ActionDispatch, ReactNode } from 'react';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { RadioCards } from '../../ui/form/radio-cards.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { OrderList } from './order-list.tsx';
import styles from './outstanding-orders.module.css';
import { type Prompt, promptFor } from './payability.ts';
import { countedOrders, type Selection, type SelectionEvent, sitesOf, visibleOrders } from './selection.ts';
import { SignOrderLink } from './sign-order-link.tsx';
import { type DueParts, duePartsOf, outstandingInMajor } from './totals.ts';

/** The orders that the reader is about to pay. */
export interface ToPay {
  orders: readonly OutstandingOrder[];
  orderIds: number[];
  /** In major units. */
  total: number;
  selectedCount: number;
  orderCount: number;
  prompt: Prompt | null;
  due: DueParts;
}

interface Props {
  selection: Selection;
  dispatch: ActionDispatch<[SelectionEvent]>;
  preselectedId: number | undefined;
  selectionHidden: boolean;
  /** Renders the pay panel beside the list. Not called if the list is empty. */
  children: (toPay: ToPay) => ReactNode;
}

/** The unpaid orders, and beside them the panel that pays the chosen ones. */
export function OutstandingOrders({ selection, dispatch, preselectedId, selectionHidden, children }: Props) {
  const places = useTenant().culture.currencyDecimalPlaces;
  const { orders } = selection;
  const counted = countedOrders(selection);
  const visible = visibleOrders(selection);
  const due = duePartsOf(selection, places);
  return (
    <div className={styles.columns}>
      <div className={styles.orders}>
        <DueSummary due={due} />
        <PreselectionNotice orders={orders} preselectedId={preselectedId} />
        <SiteChoice selection={selection} dispatch={dispatch} />
        <OrderList selection={selection} dispatch={dispatch} selectionHidden={selectionHidden} />
      </div>
      {visible.length > 0 &&
        children({
          orders: counted,
          orderIds: counted.map(({ id }) => id),
          total: outstandingInMajor(counted, places),
          selectedCount: counted.length,
          orderCount: visible.length,
          due,
          prompt: counted.length > 0 ? null : promptFor(visible, selection.isoCurrencyCode),
        })}
    </div>
  );
}

/** Tells why the preselected order is not selected (decision P2.17). */
function PreselectionNotice({ orders, preselectedId }: Pick<Selection, 'orders'> & Pick<Props, 'preselectedId'>) {
  const { t } = useTranslation();
  if (preselectedId === undefined) return null;
  const order = orders.find(({ id }) => id === preselectedId);
  if (!order) return <Alert kind="info">{t('orders.preselectedPaid', { id: preselectedId })}</Alert>;
  if (!agreementBlocksPayment(order.agreement)) return null;
  const { agreement } = order;
  if (agreement?.isOver) {
    return (
      <Alert kind="warning">{t('orders.footer.agreementOver', { agreement: agreement.agreementType.name })}</Alert>
    );
  }
  return (
    <Alert kind="info">
      <SignOrderLink agreement={agreement}>{t('orders.preselectedBlocked', { id: preselectedId })}</SignOrderLink>
    </Alert>
  );
}

/** Tells above the list what is due, what of it can be paid now, and what waits. Hidden if all of it can be paid. */
function DueSummary({ due: { total, payableNow, toSign, inPayment } }: { due: DueParts }) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  if (payableNow === total) return null;
  const ifAny = (part: number) => part > 0 && amount(part);
  return (
    <div className={styles.due}>
      <DescriptionList
        look="row"
        items={[
          { name: t('dashboard.dueNow'), value: amount(total) },
          { name: t('payments.payableNow'), value: amount(payableNow) },
          { name: t('payments.waitsForSignature'), value: ifAny(toSign) },
          { name: t('payments.inPayment'), value: ifAny(inPayment) },
        ]}
      />
    </div>
  );
}

interface SiteChoiceProps {
  selection: Selection;
  dispatch: ActionDispatch<[SelectionEvent]>;
}

/** The choice of a site, if orders of several sites are unpaid. Each site has its own providers. */
function SiteChoice({ selection: { orders, siteId }, dispatch }: SiteChoiceProps) {
  const { t } = useTranslation();
  const sites = useQuery({ ...callQuery(listSites, {}), staleTime: Number.POSITIVE_INFINITY }).data?.sites;
  const owedAt = sitesOf(orders);
  if (owedAt.length < 2) return null;
  const options = owedAt.map((id) => ({
    value: id,
    label: sites?.find((site) => site.id === id)?.name ?? String(id),
    aside: <small>{t('orders.atSite', { count: orders.filter((order) => order.siteId === id).length })}</small>,
  }));
  const choose = (chosen: number) => dispatch({ type: 'siteChosen', siteId: chosen });
  return <RadioCards legend={t('orders.payOneSite')} options={options} chosen={siteId} onChoose={choose} />;
}
