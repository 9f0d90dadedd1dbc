import type { Order } from '@quayside/contract/orders.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { useSite } from '../../lib/site.ts';
import { Card } from '../../ui/card.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { OrderAgreementButton } from './order-agreement.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderStatusBanner } from './order-status-banner.tsx';
import styles from './order-view.module.css';

/** An order with its status, its lines and what of it is paid. */
export function OrderView({ order }: { order: Order }) {
  const { t } = useTranslation();
  return (
    <div className={styles.view}>
      <OrderStatusBanner status={order.paymentStatus} />
      <Card>
        <OrderFacts order={order} />
        <OrderAgreementButton order={order} />
      </Card>
      <Card title={t('orders.lines')}>
        <OrderLines order={order} />
      </Card>
    </div>
  );
}

function OrderFacts({ order }: { order: Order }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const timeZone = useSite()?.timeZone;
  const facts = [
    { name: t('orders.numberLabel'), value: order.id },
    { name: t('orders.date'), value: date(order.taxPointDate ?? order.createdOn, 'dd MMM yyyy', timeZone) },
    { name: t('orders.type'), value: order.orderType.name },
  ];
  return <FactList look="row" facts={facts} />;
}
