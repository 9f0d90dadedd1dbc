import { longestHolderName } from '@quayside/contract/cards.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BillingAddressChoice } from '../../features/cards/billing-address-choice.tsx';
import { type CheckoutValues, checkoutRules, somethingNew } from '../../features/cards/checkout-values.ts';
import { firstValues } from '../../features/cards/first-values.ts';
import { issuerOf } from '../../features/cards/issuers.ts';
import { NewCardOptions } from '../../features/cards/new-card-options.tsx';
import { StoredCardChoice } from '../../features/cards/stored-card-choice.tsx';
import { firstAddress } from '../../features/cards/first-choice.ts';
import { chooseStoredCard } from '../../features/payments/basket-attempt.ts';
import { readBasket } from '../../features/payments/basket.ts';
import {
  CardFields,
  PayDialogs,
  useCardCheckout,
  useCardDriver,
  useHostedFields,
} from '../../features/payments/checkout/card/card.face.ts';
import type { HostedFieldName } from '../../features/payments/drivers/card-driver.ts';
import { usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { useSetupFailure } from '../../features/payments/checkout/checkout.face.ts';
import { useFormat } from '../../lib/format.ts';
import { showToast } from '../../lib/toasts.ts';
import { Card } from '../../ui/card.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { CheckoutFrame } from './checkout-frame.tsx';
import styles from './checkout-frame.module.css';
import { newCardOf } from './new-card.ts';
import type { CheckoutData } from './use-checkout-data.ts';
import { usePaymentResult } from './use-payment-result.ts';

const allFields: readonly HostedFieldName[] = ['cardNumber', 'expiryDate', 'cvv'];
const noFields: readonly HostedFieldName[] = [];

/** The form of the checkout. A stored card continues with its security code, a new one with confirming the amount. */
export function CardCheckoutForm({ facts }: { facts: CheckoutData }) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const navigate = useNavigate();
  const { account, contact, provider, countries, profile } = facts;
  const { orders, securityCode, texts } = usePaymentPlaces();
  const { toEnd } = usePaymentResult();
  const [confirming, setConfirming] = useState<CheckoutValues | null>(null);
  const setup = useSetupFailure(provider);
  const driver = useCardDriver(provider, setup.onFailure);
  const checkout = useCardCheckout({ accountGuid: account.guid, provider, driver, onEnd: toEnd });

  const form = useForm<CheckoutValues>({ initialValues: firstValues(facts), validate: checkoutRules(countries) });
  const isNewCard = form.values.cardId === somethingNew;
  const followFrame = (name: HostedFieldName, isValid: boolean) => {
    if (form.getValues()[name] !== isValid) form.setFieldValue(name, isValid);
  };
  const names = isNewCard ? allFields : noFields;
  const { fields, states } = useHostedFields(driver, names, setup.onFailure, followFrame);

  const submit = (values: CheckoutValues) => {
    const stored = profile.cards.find(({ id }) => id === values.cardId);
    const basket = readBasket();
    if (!stored || !basket) return setConfirming(values);
    if (!issuerOf(stored.cardType)) return showToast({ kind: 'error', message: t('cards.unknownCardIssuer') });
    const billingAddressId = stored.billingAddressId ?? firstAddress(profile.addresses)?.id ?? null;
    chooseStoredCard(basket, { id: stored.id, billingAddressId });
    return navigate(securityCode);
  };
  const pay = async (values: CheckoutValues, profileOfCustomer: Parameters<typeof newCardOf>[0]['customer']) => {
    if (!fields) return;
    await checkout.pay(() => newCardOf({ fields, values, addresses: profile.addresses, customer: profileOfCustomer }));
    setConfirming(null);
  };
  const { basket } = checkout;
  if (!basket) return null;
  const shown = amount(basket.amount);
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
      <Form form={form} onSubmit={submit}>
        {profile.cards.length > 0 && (
          <StoredCardChoice
            cards={profile.cards}
            chosenId={form.values.cardId}
            onChoose={(id) => form.setFieldValue('cardId', id)}
          />
        )}
        {isNewCard && (
          <>
            <Card title={t('cards.newCard')}>
              <div className={styles.section}>
                <CardFields
                  states={states}
                  fields={fields}
                  errors={form.errors}
                  isRefused={checkout.problem?.kind === 'card'}
                />
                <TextField
                  form={form}
                  name="holderName"
                  label={t('cards.holderName')}
                  autoComplete="cc-name"
                  maxLength={longestHolderName}
                />
                {provider.config.allowVaultPortal && <NewCardOptions form={form} />}
              </div>
            </Card>
            <Card>
              <BillingAddressChoice form={form} addresses={profile.addresses} countries={countries} />
            </Card>
          </>
        )}
        <SubmitButton processing={t('payments.checking')} fullWidth>
          {t('payments.pay', { amount: shown })}
        </SubmitButton>
        <LinkButton {...orders} variant="subtle">
          {t(texts.toOrders)}
        </LinkButton>
      </Form>
      {confirming && (
        <PayDialogs
          amount={basket.amount}
          contact={contact}
          step={checkout.step}
          bankPage={checkout.bankPage}
          onPay={(customer) => pay(confirming, customer)}
          onCancel={() => setConfirming(null)}
        />
      )}
    </CheckoutFrame>
  );
}
