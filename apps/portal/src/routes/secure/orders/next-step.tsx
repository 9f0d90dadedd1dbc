import { allDocumentTypes, byNeed, needsAttention } from '@quayside/contract/documents/documents.ts';
import type { OutstandingOrder } from '@quayside/contract/orders/orders.ts';
import { type ReactNode, useState } from 'react';
import { useUnsignedAgreements } from '../../../features/agreements/use-agreements.ts';
import { usePromptedDocuments } from '../../../features/documents/use-documents.ts';
import { outstandingInMajor } from '../../../features/orders/totals.ts';
import { useOutstandingOrders } from '../../../features/orders/use-outstanding-orders.ts';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { useTenant } from '../../../lib/tenant.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { nextToPay } from './next-payment.ts';
import { useCanPayAt } from './pay-order.tsx';

interface Props {
  /** The agreement that was signed just now. Its order is offered to pay before all others. */
  signedGuid?: string | undefined;
  /** True after a payment: what can be paid now comes before what has to be signed or handed in. */
  paysFirst?: boolean;
}

/**
 * The button that leads to the next thing to do: sign the next agreement, hand in a document that the marina asks
 * for, then pay. Hidden if nothing is left to do. Waits for fresh data, because what came before has changed it.
 */
export function NextStep({ signedGuid, paysFirst = false }: Props) {
  const { permissions } = useTenant();
  if (!permissions.invoicingEnabled) return <NextPaper signedGuid={signedGuid} />;
  return paysFirst ? (
    <NextPayment signedGuid={signedGuid} otherwise={<NextPaper signedGuid={signedGuid} />} />
  ) : (
    <NextPaper signedGuid={signedGuid} otherwise={<NextPayment signedGuid={signedGuid} />} />
  );
}

interface StepProps extends Pick<Props, 'signedGuid'> {
  /** Shown if this step has nothing to do. */
  otherwise?: ReactNode;
}

/** Leads to the next agreement to sign, or else to the documents if one is missing or has expired. */
function NextPaper({ signedGuid, otherwise = null }: StepProps) {
  const { t } = useTranslation();
  const { agreementsEnabled } = useTenant();
  const unsigned = useUnsignedAgreements();
  const documents = usePromptedDocuments();
  const isKnown = useWasSettled([...(agreementsEnabled ? [unsigned] : []), documents]);
  if (!isKnown) return null;

  const toSign = unsigned.data?.agreements.find(({ guid }) => guid !== signedGuid);
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
  if (!toHandIn) return otherwise;
  return (
    <LinkButton variant="filled" to="/secure/documents">
      {t('nextStep.upload', { name: toHandIn.name })}
    </LinkButton>
  );
}

/** Leads to paying what can be paid now. */
function NextPayment({ signedGuid, otherwise = null }: StepProps) {
  const { isoCurrencyCode } = useTenant().culture;
  const outstanding = useOutstandingOrders();
  const isKnown = useWasSettled([outstanding]);
  if (!isKnown) return null;
  // Orders from before a payment would offer to pay it again.
  const orders = outstanding.isError ? [] : (outstanding.data?.orders ?? []);
  const next = nextToPay(orders, isoCurrencyCode, signedGuid);
  const [first] = next;
  return first ? <PayNext orders={next} siteId={first.siteId} otherwise={otherwise} /> : otherwise;
}

interface PayProps extends Pick<StepProps, 'otherwise'> {
  orders: readonly OutstandingOrder[];
  siteId: number;
}

/** Offers to pay these orders of one site. A single order is the only one that is selected then. */
function PayNext({ orders, siteId, otherwise }: PayProps) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const { currencyDecimalPlaces } = useTenant().culture;
  const [order] = orders;
  if (!useCanPayAt(siteId) || !order) return otherwise;
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

/** Returns true once none of these queries runs. It stays true, so that a refresh hides nothing again. */
function useWasSettled(queries: readonly { isFetching: boolean }[]): boolean {
  const [wasSettled, setSettled] = useState(false);
  const isSettled = wasSettled || queries.every(({ isFetching }) => !isFetching);
  if (isSettled && !wasSettled) setSettled(true);
  return isSettled;
}
