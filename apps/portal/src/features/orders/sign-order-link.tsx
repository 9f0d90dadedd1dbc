import type { OrderAgreement } from '@quayside/contract/orders.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Referrer } from '../../lib/referrer.ts';
import { useTenant } from '../../lib/tenant.ts';

interface Props {
  agreement: OrderAgreement | null;
  /** Where it leads back to; else to the unpaid orders. */
  from?: Referrer | undefined;
  /** What says so; where the marina has no agreements in its portal, it leads nowhere. */
  children: ReactNode;
}

/** Leads to where an order's agreement is signed, and back (decisions P2.17, P4.1). */
export function SignOrderLink({ agreement, from, children }: Props) {
  const { t } = useTranslation();
  const { agreementsEnabled } = useTenant();
  if (agreement === null || !agreementsEnabled) return children;
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
