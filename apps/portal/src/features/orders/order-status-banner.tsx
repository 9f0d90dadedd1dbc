import type { OrderPaymentStatus } from '@quayside/contract/orders/orders.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../lib/texts/texts.ts';
import { orderStatusIcons, toneOfOrder } from './order-status-look.ts';
import styles from './order-view.module.css';

/**
 * The status of an order. Its CSS class is the status in small letters, so that a marina can style it (decision
 * P2.24). Its tone is that of the status, always with icon and word (decision P2.26). An unknown status is shown
 * as it is (decision P2.25).
 */
export function OrderStatusBanner({ status }: { status: OrderPaymentStatus }) {
  const { t } = useTranslation();
  const Icon = orderStatusIcons[status] ?? IconAlertTriangle;
  return (
    <p className={`${styles.banner} ${status.toLowerCase().replaceAll(/\s/g, '')}`} data-tone={toneOfOrder(status)}>
      <Icon size={22} aria-hidden="true" />
      <strong>{t(`orders.status.${status}`, { defaultValue: status })}</strong>
    </p>
  );
}
