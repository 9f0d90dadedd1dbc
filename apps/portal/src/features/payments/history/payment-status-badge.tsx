import { isSettledStatus } from '@quayside/contract/orders.ts';
import type { PaymentStatus } from '@quayside/contract/payments.ts';
import { IconAlertTriangle, IconArrowBackUp, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';

/** Each status's own icon, wherever it is shown (decision P2.26). */
export const paymentStatusIcons: Record<PaymentStatus, typeof IconClock> = {
  Completed: IconCircleCheck,
  Declined: IconCircleX,
  Incomplete: IconClock,
  Cancelled: IconCircleX,
  Pending: IconClock,
  Refunded: IconArrowBackUp,
  PartRefunded: IconArrowBackUp,
  Disputed: IconAlertTriangle,
};

/** Completed is green and anything else red (ORD-10), with a word and an icon of its own. */
export function PaymentStatusBadge({ status }: { status: PaymentStatus }) {
  const { t } = useTranslation();
  return (
    <StatusBadge
      tone={isSettledStatus(status) ? 'settled' : 'failed'}
      icon={paymentStatusIcons[status] ?? IconAlertTriangle}
    >
      {t(`payments.status.${status}`, { defaultValue: status })}
    </StatusBadge>
  );
}
