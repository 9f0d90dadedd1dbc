import type { StoredCard } from '@quayside/contract/cards/cards.ts';
import { Navigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { readBasket } from '../../features/payments/basket.ts';
import type { HostedFieldName } from '../../features/payments/drivers/card-driver.ts';
import { usePaymentPlaces } from '../../features/payments/payment-places.ts';
import {
  PayDialogs,
  tokenizeCard,
  useCardCheckout,
  useCardDriver,
  containerId,
  useHostedFields,
} from '../../features/payments/checkout/card/card.exports.ts';
import { useSetupFailure } from '../../features/payments/checkout/checkout.exports.ts';
import { useLastKnown } from '../../lib/queries/use-last-known.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingSkeleton } from '../../ui/loading/loading-skeleton.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { SecurityCodeCard } from './security-code-card.tsx';
import { type CheckoutDataQuery, type CheckoutData, useCheckoutData } from './use-checkout-data.ts';
import { usePaymentResult } from './use-payment-result.ts';

const allFields: readonly HostedFieldName[] = ['cardNumber', 'expiryDate', 'cvv'];
/** The script requires these fields although the card is stored. They stay empty and hidden. */
const unusedFields: readonly HostedFieldName[] = ['cardNumber', 'expiryDate'];

/** Asks for the security code of the chosen stored card, in a frame of the provider (decision P3.9). */
export function CardSecurityCodePage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('cards.securityCodeTitle')} />
      <CardSecurityCode query={useCheckoutData()} />
    </>
  );
}

/**
 * Asks for a stored card's security code, in both checkouts. Without a chosen card it leads back to the checkout. A
 * card that is removed elsewhere while the page is open stays: its payment may be running, and the server refuses it
 * if not.
 */
export function CardSecurityCode({ query: { data, error, retry } }: { query: CheckoutDataQuery }) {
  const { t } = useTranslation();
  const { cardCheckout } = usePaymentPlaces();
  const storedId = readBasket()?.storedCard?.id;
  const card = useLastKnown(data?.profile.cards.find(({ id }) => id === storedId));
  if (error && !data) return <ErrorState title={t('payments.providersNotLoaded')} error={error} onRetry={retry} />;
  return (
    <>
      {!data && <LoadingSkeleton heights={[88, 160, 44]} />}
      {data && !card && <Navigate {...cardCheckout} replace />}
      {data && card && <SecurityCode data={data} card={card} />}
    </>
  );
}

function SecurityCode({ data, card }: { data: CheckoutData; card: StoredCard }) {
  const { t } = useTranslation();
  const { toEnd, preload } = usePaymentResult();
  const { cardCheckout } = usePaymentPlaces();
  const [isConfirming, setConfirming] = useState(false);
  const [wasRefused, setRefused] = useState(false);
  const codeFirstId = useId();
  const setup = useSetupFailure(data.provider);
  const driver = useCardDriver(data.provider, setup.onFailure);
  const checkout = useCardCheckout({
    accountGuid: data.account.guid,
    provider: data.provider,
    driver,
    onEnd: toEnd,
  });
  const { fields, states } = useHostedFields(driver, allFields, setup.onFailure, undefined, unusedFields);
  const { basket } = checkout;
  if (!basket) return null;

  const askToConfirm = () => {
    setRefused(!states.cvv.isValid);
    setConfirming(states.cvv.isValid);
  };
  const pay = async (profile: Parameters<Parameters<typeof PayDialogs>[0]['onPay']>[0]) => {
    if (!fields) return;
    const { id, holderName, cardType, cardBin } = card;
    preload();
    const hasEnded = await checkout.pay(async () => ({
      channel: 'VaultedCard',
      cardId: id,
      tokenize: (storedCard) => tokenizeCard(fields, { holderName, storedCard }),
      holderName,
      nickName: '',
      ...(basket.storedCard?.billingAddressId && { billingAddressId: basket.storedCard.billingAddressId }),
      rememberCard: false,
      cardType,
      authenticateBy: { cardBin },
      profile,
    }));
    if (!hasEnded) setConfirming(false);
  };
  return (
    <CheckoutFrame {...data} basket={basket} isTest={data.provider.inTestMode} checkout={checkout} setup={setup}>
      {unusedFields.map((name) => (
        <div key={name} id={containerId(name)} hidden />
      ))}
      <SecurityCodeCard
        card={card}
        states={states}
        fields={fields}
        isMissing={wasRefused}
        isRefused={checkout.problem?.kind === 'card'}
      />
      <ActionButton
        disabled={states.cvv.isEmpty || !fields}
        describedBy={states.cvv.isEmpty ? codeFirstId : undefined}
        processing={t('payments.checking')}
        onAction={askToConfirm}
        fullWidth
      >
        {t('payments.goOn')}
      </ActionButton>
      {states.cvv.isEmpty && <p id={codeFirstId}>{t('payments.codeFirst')}</p>}
      <LinkButton {...cardCheckout} variant="subtle">
        {t('cards.useAnotherCard')}
      </LinkButton>
      {isConfirming && (
        <PayDialogs
          basket={basket}
          orders={data.orders}
          contact={data.contact}
          step={checkout.step}
          bankPage={checkout.bankPage}
          onPay={pay}
          onCancel={() => setConfirming(false)}
        />
      )}
    </CheckoutFrame>
  );
}
