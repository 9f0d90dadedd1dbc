import { mostKeptCards } from '@quayside/contract/card-components.ts';
import { useTranslation } from 'react-i18next';
import { type CheckoutValues, checkoutRules, somethingNew } from '../../features/cards/checkout-values.ts';
import { firstValues } from '../../features/cards/first-values.ts';
import type { HostedFieldName } from '../../features/payments/drivers/card-driver.ts';
import {
  useComponentCheckout,
  type ComponentChoice,
} from '../../features/payments/checkout/components/components.face.ts';
import { useHostedFields } from '../../features/payments/checkout/card/card.face.ts';
import { useSetupFailure } from '../../features/payments/checkout/checkout.face.ts';
import { Steps } from '../../ui/page/steps.tsx';
import { type FormRules, useForm } from '../../ui/form/use-form.ts';
import { CheckoutFrame } from './checkout-frame.tsx';
import { ComponentChoiceStep } from './component-choice-step.tsx';
import { KeptCardStep, NewCardStep } from './component-card-step.tsx';
import type { ComponentCheckoutData } from './use-component-data.ts';
import { usePaymentResult } from './use-payment-result.ts';

const newCard: readonly HostedFieldName[] = ['cardNumber', 'expiryDate', 'cvv'];
const onlyCode: readonly HostedFieldName[] = ['cvv'];
const typedInFields = ['cardNumber', 'expiryDate', 'cvv', 'holderName'] as const;

/**
 * The first two steps: the choice of card and address, then the card in the provider's fields. The third step's
 * page shows the result.
 */
export function ComponentCheckoutForm({ facts }: { facts: ComponentCheckoutData }) {
  const { t } = useTranslation();
  const { account, provider, countries, keptCards } = facts;
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
      ...firstValues({ account, provider, countries, profile: { id: '', cards: [], addresses: [] } }),
      cardId: String(keptCards.find(({ hasExpired }) => !hasExpired)?.id ?? somethingNew),
    },
    validate: rulesOf(checkoutRules(countries), isTyping),
  });
  const kept = keptCards.find(({ id }) => String(id) === form.values.cardId);
  const followFrame = (name: HostedFieldName, isValid: boolean) => {
    if (form.getValues()[name] !== isValid) form.setFieldValue(name, isValid);
  };
  const hosted = useHostedFields(checkout.driver, kept ? onlyCode : newCard, setup.onFailure, followFrame);
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
    <CheckoutFrame
      basket={basket}
      orders={facts.orders}
      isTest={provider.inTestMode}
      problem={checkout.problem}
      asksForReload={setup.asksForReload}
      onBroken={setup.onFailure}
      onCancelOther={checkout.cancelOther}
    >
      <Steps
        label={t('payments.stepsLabel')}
        steps={[t('payments.stepChoice'), t('payments.stepCard'), t('payments.stepDone')]}
        current={isTyping ? 1 : 0}
      />
      {!isTyping && (
        <ComponentChoiceStep
          form={form}
          facts={facts}
          isReady={checkout.isReady}
          onContinue={(values) => checkout.open(choiceOf(values, facts))}
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
