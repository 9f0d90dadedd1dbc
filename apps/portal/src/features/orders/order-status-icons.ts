import type { OrderPaymentStatus } from '@quayside/contract/orders/orders.ts';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCalendarDue,
  IconCircleCheck,
  IconCircleHalf2,
  IconCircleX,
  IconClock,
} from '@tabler/icons-react';

/** The icons of the statuses. An unknown status gets the warning icon (decision P2.25). */
export const orderStatusIcons: Record<OrderPaymentStatus, typeof IconClock> = {
  Unpaid: IconCalendarDue,
  PartPaid: IconCircleHalf2,
  Paid: IconCircleCheck,
  Overdue: IconAlertTriangle,
  Processing: IconClock,
  Refunded: IconArrowBackUp,
  PartRefunded: IconArrowBackUp,
  Credited: IconArrowBackUp,
  Cancelled: IconCircleX,
};
