import { isSettledStatus, type OrderPaymentStatus } from '@quayside/contract/orders.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { orderStatusIcons } from './order-status-icons.ts';

/** A status badge. Paid is green and all others red (ORD-10), each with its own word and icon (decision P2.26). */
export function OrderStatusBadge({ status }: { status: OrderPaymentStatus }) {
  const { t } = useTranslation();
  return (
    <StatusBadge
      tone={isSettledStatus(status) ? 'settled' : 'failed'}
      icon={orderStatusIcons[status] ?? IconAlertTriangle}
    >
      {t(`orders.status.${status}`, { defaultValue: status })}
    </StatusBadge>
  );
}
