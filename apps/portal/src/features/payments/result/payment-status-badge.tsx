import { isSettledStatus } from '@quayside/contract/orders/orders.ts';
import type { PaymentStatus } from '@quayside/contract/payments/payments.ts';
import { IconAlertTriangle, IconArrowBackUp, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';

/** The icon of each status, the same everywhere (decision P2.26). */
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

/** A status badge. Completed is green and all others red (ORD-10), each with its own word and icon. */
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
