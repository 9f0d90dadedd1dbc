import type { Order } from '@quayside/contract/orders/orders.ts';
import { useId, useState } from 'react';
import { useTabValue } from '../../lib/first-screen/in-browser.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import styles from './order-balance.module.css';
import { orderFooter } from './order-footer.ts';
import { OrderFooterBar } from './order-footer-bar.tsx';
import { hindranceOf } from './payability.ts';
import { isChosenIn, rememberChoice, storedSelection } from './selection.ts';

interface Props {
  order: Order;
  /** True if anything can be paid online here. */
  canPayHere: boolean;
}

/**
 * The foot of an order: the amount left, the choice to pay it with the others, and the reason if that is
 * impossible.
 */
export function OrderBalance({ order, canPayHere }: Props) {
  const { t } = useTranslation();
  const { amountIn } = useFormat();
  const { culture, hideFutureToggle } = useTenant();
  const { isoCurrencyCode } = culture;
  const choice = useChosen(order);
  // The list of unpaid orders would hide it all the same. The button to pay this order alone shows it there.
  const staysHidden = order.isFuture && hideFutureToggle;
  const isChosen = choice.isChosen && !staysHidden;
  const barId = useId();
  const isOpen = order.outstandingAmount > 0;
  const canChoose = isOpen && canPayHere && !staysHidden && hindranceOf(order, isoCurrencyCode) === null;
  return (
    <div className={styles.foot}>
      <div className={styles.line}>
        {canChoose && (
          <label className={styles.choice}>
            <input
              type="checkbox"
              autoComplete="off"
              className={styles.box}
              checked={isChosen}
              aria-describedby={barId}
              onChange={(event) => choice.choose(event.currentTarget.checked)}
            />
            {t('payments.payNow')}
          </label>
        )}
        <span className={styles.balance}>
          {t('orders.outstanding')} <strong>{amountIn(order.isoCurrencyCode, order.outstandingAmount)}</strong>
        </span>
      </div>
      {isOpen && (
        <OrderFooterBar
          id={barId}
          order={order}
          footer={orderFooter(order, { isoCurrencyCode, selectionHidden: !canPayHere, isChosen })}
          signFrom={{
            referrer: `/secure/account/order/${order.id}`,
            referrerText: t('orders.number', { id: order.id }),
          }}
        />
      )}
    </div>
  );
}

/**
 * Returns if an order is among the chosen ones, and a function that changes it. The list of unpaid orders uses the
 * same choice.
 */
function useChosen(order: Pick<Order, 'id' | 'agreement' | 'isFuture'>) {
  const known = useTabValue(() => storedSelection.read() ?? null);
  const [chosen, setChosen] = useState<boolean>();
  const choose = (isChosen: boolean) => {
    storedSelection.write(rememberChoice(storedSelection.read(), order, isChosen));
    setChosen(isChosen);
  };
  return { isChosen: chosen ?? isChosenIn(known ?? undefined, order), choose };
}
