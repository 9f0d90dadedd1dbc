import { useTranslation } from 'react-i18next';
import { BillingAddressChoice } from '../../features/cards/billing-address-choice.tsx';
import { type CheckoutValues, somethingNew } from '../../features/cards/checkout-values.ts';
import { StoredCardChoice } from '../../features/cards/stored-card-choice.tsx';
import { usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { Card } from '../../ui/card.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import type { FormModel } from '../../ui/form/use-form.ts';
import type { ComponentCheckoutData } from './use-component-data.ts';

interface Props {
  form: FormModel<CheckoutValues>;
  facts: ComponentCheckoutData;
  /** The provider's script has loaded. */
  isReady: boolean;
  onContinue: (values: CheckoutValues) => Promise<void>;
}

/** The first step: the choice of card, and its billing address. */
export function ComponentChoiceStep({ form, facts, isReady, onContinue }: Props) {
  const { t } = useTranslation();
  const places = usePaymentPlaces();
  const { keptCards, countries } = facts;
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
