import { isSettledStatus, type OrderPaymentStatus } from '@quayside/contract/orders.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { orderStatusIcons } from './order-status-icons.ts';

/** Paid is green and anything else red (ORD-10), with a word and an icon of its own (decision P2.26). */
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
