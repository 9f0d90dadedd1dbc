import type { OutstandingOrder } from '@quayside/contract/orders/orders.ts';
import { Link } from '@tanstack/react-router';
import { type ActionDispatch, useId, useRef } from 'react';
import { useOpenedRow } from '../../lib/lists/opened-row.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Switch } from '../../ui/form/switch.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { orderFooter } from './order-footer.ts';
import { OrderFooterBar } from './order-footer-bar.tsx';
import styles from './order-list.module.css';
import { hindranceOf } from './payability.ts';
import { type Selection, type SelectionEvent, sitesOf, visibleOrders } from './selection.ts';

interface Props {
  selection: Selection;
  dispatch: ActionDispatch<[SelectionEvent]>;
  /** True if nothing can be paid online here, so that there is nothing to select. */
  selectionHidden: boolean;
}

/** The outstanding orders, with the actions for all of them above. If none of them is shown, it says so. */
export function OrderList({ selection, dispatch, selectionHidden }: Props) {
  const { t } = useTranslation();
  const { hideFutureToggle } = useTenant();
  const visible = visibleOrders(selection);
  const list = useRef<HTMLUListElement>(null);
  const noteOpened = useOpenedRow(list, visible.length);
  const hasFuture = selection.orders.some(({ isFuture, siteId }) => isFuture && siteId === selection.siteId);
  return (
    <>
      <div className={styles.toolbar}>
        {!selectionHidden && visible.length > 0 && (
          <div className={styles.choices}>
            <button type="button" className={styles.choice} onClick={() => dispatch({ type: 'allChosen' })}>
              {t('orders.selectAll')}
            </button>
            <button type="button" className={styles.choice} onClick={() => dispatch({ type: 'noneChosen' })}>
              {t('orders.deselectAll')}
            </button>
          </div>
        )}
        {hasFuture && !hideFutureToggle && (
          <label className={styles.toggle}>
            <Switch checked={selection.showFuture} onChange={() => dispatch({ type: 'futureToggled' })} />
            {t('orders.showFuture')}
          </label>
        )}
      </div>
      {visible.length === 0 ? (
        <NoOutstandingOrders ofOneSite={sitesOf(selection.orders).length > 1} />
      ) : (
        <ul ref={list} className={styles.list} aria-label={t('orders.outstandingTitle')} onClickCapture={noteOpened}>
          {visible.map((order) => (
            <OrderRow
              key={order.id}
              order={order}
              isoCurrencyCode={selection.isoCurrencyCode}
              selectionHidden={selectionHidden}
              isChosen={selection.chosen.has(order.id)}
              onToggle={() => dispatch({ type: 'toggled', id: order.id })}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** Shown if everything is paid, or due later. @param ofOneSite true if something may be due at another site */
export function NoOutstandingOrders({ ofOneSite = false }: { ofOneSite?: boolean }) {
  const { t } = useTranslation();
  return (
    <Alert kind="success" action={<LinkButton to="/secure/dashboard">{t('payments.backToDashboard')}</LinkButton>}>
      {t(ofOneSite ? 'orders.noneAtSite' : 'orders.noOutstandingOrders')}
    </Alert>
  );
}

interface OrderRowProps {
  order: OutstandingOrder;
  isoCurrencyCode: string;
  /** True if nothing can be chosen here. Then there is no checkbox, and the bar tells so. */
  selectionHidden: boolean;
  isChosen: boolean;
  onToggle: () => void;
}

/** One outstanding order. The row is the label of its checkbox, and its name opens the order. */
function OrderRow({ order, isoCurrencyCode, selectionHidden, isChosen, onToggle }: OrderRowProps) {
  const footerId = useId();
  const footer = orderFooter(order, { isoCurrencyCode, selectionHidden, isChosen });
  const canChoose = hindranceOf(order, isoCurrencyCode) === null;
  const facts = <OrderDetails order={order} />;
  return (
    <li className={styles.order} data-chosen={footer.colour === 'green'}>
      {selectionHidden ? (
        <div className={styles.body}>
          <span />
          {facts}
        </div>
      ) : (
        <label className={styles.body}>
          <input
            type="checkbox"
            autoComplete="off"
            className={styles.box}
            checked={isChosen && canChoose}
            disabled={!canChoose}
            onChange={onToggle}
            aria-describedby={footerId}
          />
          {facts}
        </label>
      )}
      <OrderFooterBar id={footerId} order={order} footer={footer} />
    </li>
  );
}

function OrderDetails({ order }: { order: OutstandingOrder }) {
  const { t } = useTranslation();
  const { date, amountIn } = useFormat();
  const amount = (value: number) => amountIn(order.isoCurrencyCode, value);
  const isPartPaid = order.outstandingAmount !== order.grossOrderCost;
  const dueKey = order.isFuture ? 'orders.dueFuture' : 'orders.dueSince';
  return (
    <>
      <span className={styles.what}>
        <span className={styles.title}>
          <Link className={styles.name} to="/secure/account/order/$orderId" params={{ orderId: String(order.id) }}>
            {order.description || order.orderType.name}
          </Link>
        </span>
        <span className={styles.details}>
          <span>{t('orders.number', { id: order.id })}</span>
          <span>{t(dueKey, { date: date(order.taxPointDate, 'dd MMM yy') })}</span>
          {order.daysOverdue > 0 && (
            <span className={styles.overdue}>{t('orders.daysOverdue', { count: order.daysOverdue })}</span>
          )}
          {order.boatName !== null && !order.description.includes(order.boatName) && <span>{order.boatName}</span>}
        </span>
      </span>
      <span className={styles.money}>
        <span className={styles.amount}>{amount(order.outstandingAmount)}</span>
        {isPartPaid && (
          <span className={styles.gross}>{t('orders.leftOf', { amount: amount(order.grossOrderCost) })}</span>
        )}
      </span>
    </>
  );
}
