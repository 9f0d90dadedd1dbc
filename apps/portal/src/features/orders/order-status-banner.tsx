import { isSettledStatus, type OrderPaymentStatus } from '@quayside/contract/orders/orders.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../lib/texts/texts.ts';
import { orderStatusIcons } from './order-status-icons.ts';
import styles from './order-view.module.css';

/**
 * The status of an order. Its CSS class is the status in small letters, so that a marina can style it (decision
 * P2.24). Paid is green and all others red, always with icon and word (decision P2.26). An unknown status is shown
 * as it is (decision P2.25).
 */
export function OrderStatusBanner({ status }: { status: OrderPaymentStatus }) {
  const { t } = useTranslation();
  const settled = isSettledStatus(status);
  const Icon = orderStatusIcons[status] ?? IconAlertTriangle;
  return (
    <p className={`${styles.banner} ${status.toLowerCase().replaceAll(/\s/g, '')}`} data-settled={settled || undefined}>
      <Icon size={22} aria-hidden="true" />
      <strong>{t(`orders.status.${status}`, { defaultValue: status })}</strong>
    </p>
  );
}
