import { agreementBlocksPayment, type OutstandingOrder } from '@quayside/contract/orders.ts';
import type { ActionDispatch, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTenant } from '../../lib/tenant.ts';
import { Alert } from '../../ui/message/alert.tsx';
import { DueSummary } from './due-summary.tsx';
import { OrderList } from './order-list.tsx';
import styles from './outstanding-orders.module.css';
import { countedOrders, type Selection, type SelectionEvent, visibleOrders } from './selection.ts';
import { SiteChoice } from './site-choice.tsx';
import { type DueParts, duePartsOf, outstandingInMajor } from './totals.ts';
import { SignOrderLink } from './sign-order-link.tsx';

/** The orders that the reader is about to pay. */
export interface ToPay {
  orders: readonly OutstandingOrder[];
  orderIds: number[];
  /** In major units. */
  total: number;
  selectedCount: number;
  orderCount: number;
  prompt: 'orders.selectInvoices' | 'orders.signToPay' | null;
  due: DueParts;
}

interface Props {
  selection: Selection;
  dispatch: ActionDispatch<[SelectionEvent]>;
  preselectedId: number | undefined;
  selectionHidden: boolean;
  /** Renders the pay panel beside the list. */
  children: (toPay: ToPay) => ReactNode;
}

/** The unpaid orders, and beside them the panel that pays the chosen ones. */
export function OutstandingOrders({ selection, dispatch, preselectedId, selectionHidden, children }: Props) {
  const places = useTenant().culture.currencyDecimalPlaces;
  const { orders } = selection;
  const counted = countedOrders(selection);
  const visible = visibleOrders(selection);
  const due = duePartsOf(selection, places);
  const allBlocked = visible.length > 0 && visible.every(({ agreement }) => agreementBlocksPayment(agreement));
  return (
    <div className={styles.columns}>
      <div className={styles.orders}>
        <DueSummary due={due} />
        <PreselectionNotice orders={orders} preselectedId={preselectedId} />
        <SiteChoice selection={selection} dispatch={dispatch} />
        <OrderList selection={selection} dispatch={dispatch} selectionHidden={selectionHidden} />
      </div>
      {children({
        orders: counted,
        orderIds: counted.map(({ id }) => id),
        total: outstandingInMajor(counted, places),
        selectedCount: counted.length,
        orderCount: visible.length,
        due,
        prompt: counted.length > 0 ? null : allBlocked ? 'orders.signToPay' : 'orders.selectInvoices',
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
  return (
    <Alert kind="info">
      <SignOrderLink agreement={order.agreement}>{t('orders.preselectedBlocked', { id: preselectedId })}</SignOrderLink>
    </Alert>
  );
}
