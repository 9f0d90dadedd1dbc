import type { OrderSummary } from '@quayside/contract/orders/orders.ts';
import {
  IconAlertCircle,
  IconBuildingStore,
  IconCircleCheck,
  IconCircleDashed,
  IconClockHour4,
  IconSignature,
} from '@tabler/icons-react';
import type { Referrer } from '../../lib/navigation/referrer.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import type { OrderFooter } from './order-footer.ts';
import styles from './order-list.module.css';
import { SignOrderLink } from './sign-order-link.tsx';

const icons: Record<OrderFooter['state'], typeof IconCircleCheck> = {
  agreement: IconSignature,
  agreementOver: IconAlertCircle,
  processing: IconClockHour4,
  currency: IconAlertCircle,
  other: IconAlertCircle,
  notSelected: IconCircleDashed,
  readOnly: IconBuildingStore,
  selected: IconCircleCheck,
};

interface Props {
  id: string;
  order: Pick<OrderSummary, 'agreement'>;
  footer: OrderFooter;
  /** The page that the agreement's signing returns to. Default: the unpaid orders. */
  signFrom?: Referrer;
}

/** Tells if the order will be paid, or why it can't be: by icon, words and colour (decision P4.2). */
export function OrderFooterBar({ id, order, footer, signFrom }: Props) {
  const { t } = useTranslation();
  const Icon = icons[footer.state];
  const words = t(`orders.footer.${footer.state}`, { agreement: order.agreement?.agreementType.name });
  return (
    <div id={id} className={styles.footer} data-colour={footer.colour}>
      <Icon size={18} aria-hidden />
      {footer.state === 'agreement' ? (
        <SignOrderLink agreement={order.agreement} from={signFrom}>
          {words}
        </SignOrderLink>
      ) : (
        <span>{words}</span>
      )}
    </div>
  );
}
