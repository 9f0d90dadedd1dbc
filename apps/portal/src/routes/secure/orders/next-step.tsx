import { isOutstanding } from '@quayside/contract/agreements.ts';
import { allDocumentTypes, byNeed, needsAttention } from '@quayside/contract/documents.ts';
import type { OutstandingOrder } from '@quayside/contract/orders.ts';
import { useState } from 'react';
import { useUnsignedAgreements } from '../../../features/agreements/use-agreements.ts';
import { usePromptedDocuments } from '../../../features/documents/use-documents.ts';
import { outstandingInMajor } from '../../../features/orders/totals.ts';
import { useOutstandingOrders } from '../../../features/orders/use-outstanding-orders.ts';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { useTenant } from '../../../lib/tenant.ts';
import { useTranslation } from '../../../lib/texts.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { nextToPay } from './next-payment.ts';
import { useCanPayAt } from './pay-order.tsx';

interface Props {
  /** The agreement that was signed just now. Its order is offered to pay before all others. */
  signedGuid?: string | undefined;
}

/**
 * The button that leads to the next thing to do: sign the next agreement, hand in a document that the marina asks
 * for, then pay. Hidden if nothing is left to do. Waits for fresh data, because what came before has changed it.
 */
export function NextStep({ signedGuid }: Props) {
  const { t } = useTranslation();
  const { agreementsEnabled, permissions } = useTenant();
  const unsigned = useUnsignedAgreements();
  const documents = usePromptedDocuments();
  const isKnown = useDebounced([...(agreementsEnabled ? [unsigned] : []), documents]);
  if (!isKnown) return null;

  const toSign = unsigned.data?.agreements.find((each) => isOutstanding(each) && each.guid !== signedGuid);
  if (toSign) {
    return (
      <LinkButton
        variant="filled"
        to="/secure/agreements/unsigned/$agreementGuid"
        params={{ agreementGuid: toSign.guid }}
      >
        {t('nextStep.sign', { name: toSign.type })}
      </LinkButton>
    );
  }
  const toHandIn = documents.data && byNeed(allDocumentTypes(documents.data)).find(needsAttention);
  if (toHandIn) {
    return (
      <LinkButton variant="filled" to="/secure/documents">
        {t('nextStep.upload', { name: toHandIn.name })}
      </LinkButton>
    );
  }
  return permissions.invoicingEnabled ? <NextPayment signedGuid={signedGuid} /> : null;
}

function NextPayment({ signedGuid }: Props) {
  const { isoCurrencyCode } = useTenant().culture;
  const outstanding = useOutstandingOrders();
  const isKnown = useDebounced([outstanding]);
  if (!outstanding.data || !isKnown) return null;
  const next = nextToPay(outstanding.data.orders, isoCurrencyCode, signedGuid);
  const [first] = next;
  return first ? <PayNext orders={next} siteId={first.siteId} /> : null;
}

/** Offers to pay these orders of one site. A single order is the only one that is selected then. */
function PayNext({ orders, siteId }: { orders: readonly OutstandingOrder[]; siteId: number }) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const { currencyDecimalPlaces } = useTenant().culture;
  const [order] = orders;
  if (!useCanPayAt(siteId) || !order) return null;
  return (
    <LinkButton
      variant="filled"
      to="/secure/orders/outstanding"
      search={orders.length === 1 ? { order: order.id } : {}}
    >
      {t('nextStep.pay', { amount: amount(outstandingInMajor(orders, currencyDecimalPlaces)) })}
    </LinkButton>
  );
}

/** Tells if none of these queries was running at one time. Later refreshes don't hide again what is shown. */
function useDebounced(queries: readonly { isFetching: boolean }[]): boolean {
  const [wasSettled, setSettled] = useState(false);
  const isSettled = wasSettled || queries.every(({ isFetching }) => !isFetching);
  if (isSettled && !wasSettled) setSettled(true);
  return isSettled;
}
