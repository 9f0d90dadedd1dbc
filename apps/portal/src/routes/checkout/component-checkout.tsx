import { mostKeptCards } from '@quayside/contract/cards/card-components.ts';
import { type ReactNode, useMemo } from 'react';
import { BillingAddressChoice } from '../../features/cards/billing-address-choice.tsx';
import { type CheckoutValues, checkoutRules, somethingNew } from '../../features/cards/checkout-values.ts';
import { initialValuesOf } from '../../features/cards/initial-values.ts';
import { StoredCardChoice } from '../../features/cards/stored-card-choice.tsx';
import { useRemovedCard } from '../../features/cards/use-removed-card.ts';
import { followFrames, useHostedFields } from '../../features/payments/checkout/card/card.exports.ts';
import { useSetupFailure } from '../../features/payments/checkout/checkout.exports.ts';
import {
  type ComponentChoice,
  useComponentCheckout,
} from '../../features/payments/checkout/card-components/card-components.exports.ts';
import type { HostedFieldName } from '../../features/payments/drivers/card-driver.ts';
import { PaymentPlacesProvider, usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { useLastKnown } from '../../lib/queries/use-last-known.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Card } from '../../ui/card.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { type FormModel, type FormRules, useForm } from '../../ui/form/use-form.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingSkeleton } from '../../ui/loading/loading-skeleton.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { Steps } from '../../ui/page/steps.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { KeptCardStep, NewCardStep } from './component-card-step.tsx';
import {
  type ComponentCheckoutData,
  type ComponentCheckoutQuery,
  useComponentCheckoutData,
} from './use-component-data.ts';
import { useFreeBasket } from './use-free-basket.ts';
import { usePaymentResult } from './use-payment-result.ts';

/** Pays by card in the second provider's own fields. Its own document is loaded, for the provider's script. */
export function ComponentCheckoutPage() {
  const { t } = useTranslation();
  return (
    <ComponentPlaces>
      <PageHeading title={t('payments.payNow')} />
      <ComponentCheckout query={useComponentCheckoutData()} />
    </ComponentPlaces>
  );
}

/**
 * Shows the steps once the data has loaded and no attempt for this basket is under way. They then stay if the data
 * can't be read again, as those of `CardCheckout` do.
 */
export function ComponentCheckout({ query }: { query: ComponentCheckoutQuery }) {
  const { t } = useTranslation();
  const { data, isMissing, error, retry, keptError, retryKept } = query;
  const attempt = useFreeBasket();

  if (error && !data) return <ErrorState title={t('payments.providersNotLoaded')} error={error} onRetry={retry} />;
  if (attempt.error)
    return <ErrorState title={t('payments.lastNotChecked')} error={attempt.error} onRetry={attempt.retry} />;
  if (attempt.isFree && isMissing) return <DataMissing />;
  if (!data || !attempt.isFree) return <LoadingSkeleton heights={[88, 32, 160, 280, 44]} />;
  return (
    <>
      {Boolean(keptError) && <ErrorState title={t('cards.profileNotLoaded')} error={keptError} onRetry={retryKept} />}
      <ComponentCheckoutForm data={data} />
    </>
  );
}

/** The order to pay no longer exists, for example because the office changed it. */
function DataMissing() {
  const { t } = useTranslation();
  const { orders, texts } = usePaymentPlaces();
  return (
    <Alert kind="error" title={t('general.error')} action={<LinkButton {...orders}>{t(texts.toOrders)}</LinkButton>}>
      <p>{t('payments.dataMissing')}</p>
    </Alert>
  );
}

/**
 * Sets the places of providers whose own fields handle card and bank: their results are on the pages of any
 * provider (P2.3).
 */
export function ComponentPlaces({ children }: { children: ReactNode }) {
  const around = usePaymentPlaces();
  const places = useMemo(
    () => ({ ...around, cardCheckout: around.componentCheckout, ...around.anyProvider }),
    [around],
  );
  return <PaymentPlacesProvider value={places}>{children}</PaymentPlacesProvider>;
}

const newCard: readonly HostedFieldName[] = ['cardNumber', 'expiryDate', 'cvv'];
const onlyCode: readonly HostedFieldName[] = ['cvv'];
const typedInFields = ['cardNumber', 'expiryDate', 'cvv', 'holderName'] as const;

/**
 * The first two steps: the choice of card and address, then the card in the provider's fields. The third step's
 * page shows the result.
 */
function ComponentCheckoutForm({ data }: { data: ComponentCheckoutData }) {
  const { t } = useTranslation();
  const { account, provider, countries, keptCards } = data;
  const { toEnd } = usePaymentResult();
  const setup = useSetupFailure(provider);
  const checkout = useComponentCheckout({
    accountGuid: account.guid,
    provider,
    onFailure: setup.onFailure,
    onEnd: toEnd,
  });
  const isTyping = checkout.driver !== undefined;

  const form = useForm<CheckoutValues>({
    initialValues: {
      ...initialValuesOf({ account, provider, countries, profile: { id: '', cards: [], addresses: [] } }),
      cardId: String(keptCards.find(({ hasExpired }) => !hasExpired)?.id ?? somethingNew),
    },
    validate: rulesOf(checkoutRules(countries), isTyping),
  });
  const { cardId } = form.values;
  const found = keptCards.find(({ id }) => String(id) === cardId);
  const lastFound = useLastKnown(found);
  // The second step keeps its card: the provider's fields were opened for it.
  const kept = isTyping && cardId !== somethingNew ? lastFound : found;
  useRemovedCard(form, kept !== undefined);
  const hosted = useHostedFields(checkout.driver, kept ? onlyCode : newCard, setup.onFailure, followFrames(form));
  const { basket } = checkout;
  if (!basket) return null;

  const cardStep = {
    ...hosted,
    amount: basket.amount,
    step: checkout.step,
    isRefused: checkout.problem?.kind === 'card',
    onPay: checkout.pay,
    onBack: checkout.close,
  };
  return (
    <CheckoutFrame basket={basket} orders={data.orders} isTest={provider.inTestMode} checkout={checkout} setup={setup}>
      <Steps
        label={t('payments.stepsLabel')}
        steps={[
          { name: t('payments.stepChoice'), isDone: isTyping },
          { name: t('payments.stepCard'), isDone: false },
          { name: t('payments.stepDone'), isDone: false },
        ]}
        current={isTyping ? 1 : 0}
        takesFocus
      />
      {!isTyping && (
        <ComponentChoiceStep
          form={form}
          data={data}
          isReady={checkout.isReady}
          onContinue={(values) => checkout.open(choiceOf(values, data))}
        />
      )}
      {isTyping && kept && <KeptCardStep {...cardStep} card={kept} />}
      {isTyping && !kept && (
        <NewCardStep
          {...cardStep}
          form={form}
          keeping={!provider.config.allowVaultPortal ? 'no' : keptCards.length < mostKeptCards ? 'asked' : 'full'}
        />
      )}
    </CheckoutFrame>
  );
}

/** Returns the rules of one step: either the fields that are typed in the second step, or all others. */
function rulesOf(rules: FormRules<CheckoutValues>, isTyping: boolean): FormRules<CheckoutValues> {
  const isTyped = (name: string) => typedInFields.some((each) => each === name);
  return Object.fromEntries(Object.entries(rules).filter(([name]) => isTyped(name) === isTyping));
}

/** Returns the data for the provider: the orders and the card holder. */
function choiceOf(values: CheckoutValues, { account, orders }: ComponentCheckoutData): ComponentChoice {
  const { address1, address2, town, state, postcode, country, cardId } = values;
  const isNew = cardId === somethingNew;
  return {
    orders: orders.map(({ id, outstandingAmount }) => ({ orderId: id, amount: outstandingAmount })),
    keptCardId: isNew ? null : Number(cardId),
    ...(isNew && {
      customerInfo: {
        firstName: account.firstname,
        lastName: account.lastname,
        email: account.email,
        phone: account.mobile || account.phone,
        billingAddress: { nickName: '', address1, address2, town, state, postcode, country },
      },
    }),
  };
}

interface Props {
  form: FormModel<CheckoutValues>;
  data: ComponentCheckoutData;
  /** The provider's script has loaded. */
  isReady: boolean;
  onContinue: (values: CheckoutValues) => Promise<unknown>;
}

/** The first step: the choice of card, and its billing address. */
function ComponentChoiceStep({ form, data, isReady, onContinue }: Props) {
  const { t } = useTranslation();
  const places = usePaymentPlaces();
  const { keptCards, countries } = data;
  const cards = keptCards.map((card) => ({ ...card, id: String(card.id) }));
  return (
    <Form form={form} onSubmit={onContinue}>
      {cards.length > 0 && (
        <StoredCardChoice
          cards={cards}
          chosenId={form.values.cardId}
          onChoose={(id) => form.setFieldValue('cardId', id)}
        />
      )}
      {form.values.cardId === somethingNew && (
        <Card>
          <BillingAddressChoice form={form} addresses={[]} countries={countries} />
        </Card>
      )}
      <SubmitButton processing={t('payments.openingFields')} disabled={!isReady} fullWidth>
        {t('payments.continue')}
      </SubmitButton>
      <LinkButton {...places.orders} variant="subtle">
        {t(places.texts.toOrders)}
      </LinkButton>
    </Form>
  );
}
