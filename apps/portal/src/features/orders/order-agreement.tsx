import type { Order } from '@quayside/contract/orders/orders.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { LinkButton } from '../../ui/link-button.tsx';

/**
 * A link to sign an order's agreement, or to read the signed one. Hidden if it needs no signature, or
 * nobody can sign it any more.
 */
export function OrderAgreementButton({ order: { id, agreement } }: { order: Order }) {
  const { t } = useTranslation();
  const { agreementsEnabled } = useTenant();
  if (!agreementsEnabled || !agreement?.signatureRequired || agreement.isOver) return null;
  const params = { agreementGuid: agreement.guid };
  return agreement.isSigned ? (
    <LinkButton to="/secure/agreements/signed/$agreementGuid" params={params} variant="default">
      {t('agreements.viewSigned')}
    </LinkButton>
  ) : (
    <LinkButton
      to="/secure/agreements/unsigned/$agreementGuid"
      params={params}
      search={{ referrer: `/secure/account/order/${id}`, referrerText: t('orders.number', { id }) }}
      variant="filled"
    >
      {t('agreements.signTitle')}
    </LinkButton>
  );
}
