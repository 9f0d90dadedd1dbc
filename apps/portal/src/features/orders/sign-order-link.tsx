import type { OrderAgreement } from '@quayside/contract/orders/orders.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Referrer } from '../../lib/navigation/referrer.ts';
import { useTranslation } from '../../lib/texts/texts.ts';

interface Props {
  agreement: OrderAgreement | null;
  /** The page that signing returns to. Default: the unpaid orders. */
  from?: Referrer | undefined;
  children: ReactNode;
}

/** Links to the signing of an order's agreement, and back (decisions P2.17, P4.1). */
export function SignOrderLink({ agreement, from, children }: Props) {
  const { t } = useTranslation();
  if (agreement === null) return children;
  return (
    <Link
      to="/secure/agreements/unsigned/$agreementGuid"
      params={{ agreementGuid: agreement.guid }}
      search={from ?? { referrer: '/secure/orders/outstanding', referrerText: t('orders.backToUnpaid') }}
    >
      {children}
    </Link>
  );
}
