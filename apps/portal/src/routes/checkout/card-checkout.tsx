import { type BillingAddress } from '@quayside/contract/cards/cards.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BillingAddressChoice } from '../../features/cards/billing-address-choice.tsx';
import { type CheckoutValues, checkoutRules, somethingNew } from '../../features/cards/checkout-values.ts';
import { firstAddress } from '../../features/cards/first-choice.ts';
import { initialValuesOf } from '../../features/cards/initial-values.ts';
import { issuerOf } from '../../features/cards/issuers.ts';
import { HolderNameField } from '../../features/cards/holder-name-field.tsx';
import { NewCardOptions } from '../../features/cards/new-card-options.tsx';
import { StoredCardChoice } from '../../features/cards/stored-card-choice.tsx';
import { useRemovedCard } from '../../features/cards/use-removed-card.ts';
import { readBasket } from '../../features/payments/basket.ts';
import { chooseStoredCard } from '../../features/payments/basket-attempt.ts';
import {
  CardFields,
  PayDialogs,
  type TypedOrStoredCard,
  tokenizeCard,
  useCardCheckout,
  useCardDriver,
  followFrames,
  useHostedFields,
} from '../../features/payments/checkout/card/card.exports.ts';
import { type AuthenticationProfile, useSetupFailure } from '../../features/payments/checkout/checkout.exports.ts';
import type { HostedFieldName, HostedFields } from '../../features/payments/drivers/card-driver.ts';
import { usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Card } from '../../ui/card.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingSkeleton } from '../../ui/loading/loading-skeleton.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import styles from './checkout-frame.module.css';
import { CheckoutFrame } from './checkout-frame.tsx';
import { type CheckoutData, type CheckoutDataQuery, useCheckoutData } from './use-checkout-data.ts';
import { useFreeBasket } from './use-free-basket.ts';
import { usePaymentResult } from './use-payment-result.ts';

/**
 * Pays by a stored or a new card. Its own document is loaded, for the provider's scripts (see
 * `document: ['payment']` in payment-routes.ts).
 */
export function CardCheckoutPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('cards.checkoutTitle')} />
      <CardCheckout query={useCheckoutData()} />
    </>
  );
}

/**
 * Shows the form once its data has loaded and no attempt for this basket is under way. The form then stays if the data
 * can't be read again: the typed card is only there, and a payment may be running.
 */
export function CardCheckout({ query }: { query: CheckoutDataQuery }) {
  const { t } = useTranslation();
  const { data, error, retry, profileError, retryProfile } = query;
  const attempt = useFreeBasket();

  if (error && !data) return <ErrorState title={t('payments.providersNotLoaded')} error={error} onRetry={retry} />;
  if (attempt.error)
    return <ErrorState title={t('payments.lastNotChecked')} error={attempt.error} onRetry={attempt.retry} />;
  if (!data || !attempt.isFree) return <LoadingSkeleton heights={[88, 56, 280, 44]} />;
  return (
    <>
      {Boolean(profileError) && (
        <ErrorState title={t('cards.profileNotLoaded')} error={profileError} onRetry={retryProfile} />
      )}
      <CardCheckoutForm data={data} />
    </>
  );
}

const allFields: readonly HostedFieldName[] = ['cardNumber', 'expiryDate', 'cvv'];
const noFields: readonly HostedFieldName[] = [];

/** The form of the checkout. A stored card continues with its security code, a new one with confirming the amount. */
function CardCheckoutForm({ data }: { data: CheckoutData }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { account, contact, provider, countries, profile } = data;
  const { orders, securityCode, texts } = usePaymentPlaces();
  const { toEnd, preload } = usePaymentResult();
  const [confirming, setConfirming] = useState<CheckoutValues | null>(null);
  const setup = useSetupFailure(provider);
  const driver = useCardDriver(provider, setup.onFailure);
  const checkout = useCardCheckout({ accountGuid: account.guid, provider, driver, onEnd: toEnd });

  const form = useForm<CheckoutValues>({ initialValues: initialValuesOf(data), validate: checkoutRules(countries) });
  const isNewCard = form.values.cardId === somethingNew;
  useRemovedCard(
    form,
    profile.cards.some(({ id }) => id === form.values.cardId),
  );
  const names = isNewCard ? allFields : noFields;
  const { fields, states } = useHostedFields(driver, names, setup.onFailure, followFrames(form));

  const submit = (values: CheckoutValues) => {
    const stored = profile.cards.find(({ id }) => id === values.cardId);
    const basket = readBasket();
    if (!stored || !basket) return setConfirming(values);
    if (!issuerOf(stored.cardType)) return showToast({ kind: 'error', message: t('cards.unknownCardIssuer') });
    const billingAddressId = stored.billingAddressId ?? firstAddress(profile.addresses)?.id ?? null;
    chooseStoredCard(basket, { id: stored.id, billingAddressId });
    return navigate(securityCode);
  };
  const pay = async (values: CheckoutValues, customer: AuthenticationProfile) => {
    if (!fields) return;
    preload();
    const { addresses } = profile;
    const hasEnded = await checkout.pay(() => newCardOf({ fields, values, addresses, customer }));
    if (!hasEnded) setConfirming(null);
  };
  const { basket } = checkout;
  if (!basket) return null;
  return (
    <CheckoutFrame {...data} basket={basket} isTest={provider.inTestMode} checkout={checkout} setup={setup}>
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
                <HolderNameField form={form} />
                {provider.config.allowVaultPortal && <NewCardOptions form={form} />}
              </div>
            </Card>
            <Card>
              <BillingAddressChoice form={form} addresses={profile.addresses} countries={countries} />
            </Card>
          </>
        )}
        <SubmitButton processing={t('payments.checking')} fullWidth>
          {t('payments.goOn')}
        </SubmitButton>
        <LinkButton {...orders} variant="subtle">
          {t(texts.toOrders)}
        </LinkButton>
      </Form>
      {confirming && (
        <PayDialogs
          basket={basket}
          orders={data.orders}
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

interface Typed {
  fields: HostedFields;
  values: CheckoutValues;
  addresses: readonly BillingAddress[];
  customer: AuthenticationProfile;
}

/** Makes a token of the new card, and takes the rest of its data from the form. */
async function newCardOf({ fields, values, addresses, customer }: Typed): Promise<TypedOrStoredCard> {
  const { address1, address2, town, state, postcode, country, rememberCard } = values;
  const typed = { nickName: '', address1, address2, town, state, postcode, country };
  const address = addresses.find(({ id }) => id === values.addressId);
  const isNewAddress = values.addressId === somethingNew;
  const holderName = values.holderName.trim();
  const token = await tokenizeCard(fields, { holderName, billingAddress: isNewAddress ? typed : address });
  return {
    channel: 'Card',
    token,
    holderName,
    nickName: rememberCard ? values.nickName.trim() : '',
    ...(isNewAddress ? { address: typed } : { billingAddressId: values.addressId }),
    rememberCard,
    authenticateBy: { paymentToken: token },
    profile: customer,
  };
}
