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

/** Returns the tone of a status: paid is green, one that nobody has decided yet is blue, and all others are red. */
export function toneOfPayment(status: PaymentStatus): 'settled' | 'underWay' | 'failed' {
  if (isSettledStatus(status)) return 'settled';
  return status === 'Pending' || status === 'Incomplete' ? 'underWay' : 'failed';
}

/** A status badge, in the tone of the status (ORD-10), each with its own word and icon. */
export function PaymentStatusBadge({ status }: { status: PaymentStatus }) {
  const { t } = useTranslation();
  return (
    <StatusBadge tone={toneOfPayment(status)} icon={paymentStatusIcons[status] ?? IconAlertTriangle}>
      {t(`payments.status.${status}`, { defaultValue: status })}
    </StatusBadge>
  );
}
