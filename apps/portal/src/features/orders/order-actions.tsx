import type { OrderSummary } from '@quayside/contract/orders.ts';
import { IconFileCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTenant } from '../../lib/tenant.ts';
import { rowAction, RowActions, rowLink, RowWord } from '../../ui/table/row-actions.tsx';

interface Props {
  order: OrderSummary;
  /** The action to pay it, if there is one. */
  children: ReactNode;
}

/** The actions of an order in a list: sign or read its agreement, pay it, view it (ORD-4). */
export function OrderActions({ order, children }: Props) {
  const { t } = useTranslation();
  return (
    <RowActions>
      <AgreementAction order={order} />
      {children}
      <Link
        to="/secure/account/order/$orderId"
        params={{ orderId: String(order.id) }}
        className={rowLink}
        data-opens-row
        aria-label={t('orders.viewOf', { id: order.id })}
      >
        {t('orders.view')}
      </Link>
    </RowActions>
  );
}

/** Shown if the portal has agreements (decision P2.23) and this one needs a signature. */
function AgreementAction({ order: { id, agreement } }: { order: OrderSummary }) {
  const { t } = useTranslation();
  const { agreementsEnabled } = useTenant();
  if (!agreementsEnabled || !agreement?.signatureRequired) return null;
  const params = { agreementGuid: agreement.guid };
  return agreement.isSigned ? (
    <Link
      to="/secure/agreements/signed/$agreementGuid"
      params={params}
      className={rowAction}
      aria-label={t('orders.viewAgreementOf', { id })}
      title={t('agreements.viewSigned')}
    >
      <IconFileCheck size={20} aria-hidden="true" />
      <RowWord>{t('agreements.viewSigned')}</RowWord>
    </Link>
  ) : (
    <Link
      to="/secure/agreements/unsigned/$agreementGuid"
      params={params}
      search={{ referrer: '/secure/account/order-history', referrerText: t('orders.backToHistory') }}
      className={rowAction}
      aria-label={t('orders.signAgreementOf', { id })}
    >
      {t('agreements.sign')}
    </Link>
  );
}
