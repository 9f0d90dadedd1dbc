import type { ActionDispatch } from 'react';
import { useTranslation } from 'react-i18next';
import { useTenant } from '../../lib/tenant.ts';
import { Switch } from '../../ui/form/switch.tsx';
import styles from './order-list.module.css';
import { OrderRow } from './order-row.tsx';
import { type Selection, type SelectionEvent, visibleOrders } from './selection.ts';

interface Props {
  selection: Selection;
  dispatch: ActionDispatch<[SelectionEvent]>;
  /** True if nothing can be paid online here, so that there is nothing to select. */
  selectionHidden: boolean;
}

/** The outstanding orders, with the actions for all of them above. */
export function OrderList({ selection, dispatch, selectionHidden }: Props) {
  const { t } = useTranslation();
  const { hideFutureToggle } = useTenant();
  const hasFuture = selection.orders.some(({ isFuture, siteId }) => isFuture && siteId === selection.siteId);
  return (
    <>
      <div className={styles.toolbar}>
        {!selectionHidden && (
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
      <ul className={styles.list} aria-label={t('orders.outstandingTitle')}>
        {visibleOrders(selection).map((order) => (
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
    </>
  );
}
