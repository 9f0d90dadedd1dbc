import { type KeptCard, mostKeptCards } from '@quayside/contract/cards/card-components.ts';
import { useId, useState } from 'react';
import type { CheckoutValues } from '../../features/cards/checkout-values.ts';
import { HolderNameField } from '../../features/cards/holder-name-field.tsx';
import { NewCardOptions } from '../../features/cards/new-card-options.tsx';
import type { PaymentStep } from '../../features/payments/checkout/checkout.exports.ts';
import { CardFields, type FieldStates } from '../../features/payments/checkout/card/card.exports.ts';
import type { HostedFields } from '../../features/payments/drivers/card-driver.ts';
import type { TypedCard } from '../../features/payments/checkout/card-components/card-components.exports.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import type { FormModel } from '../../ui/form/use-form.ts';
import styles from './checkout-frame.module.css';
import { SecurityCodeCard } from './security-code-card.tsx';

interface Props {
  fields: HostedFields | undefined;
  states: FieldStates;
  /** In major units. */
  amount: number;
  /** The current step of the payment. Null before it starts. */
  step: PaymentStep | null;
  /** The provider refused the card as a whole. */
  isRefused: boolean;
  onPay: (card: TypedCard) => Promise<void>;
  onBack: () => void;
}

interface NewCardProps extends Props {
  form: FormModel<CheckoutValues>;
  /**
   * `asked`: the customer may keep the card. `no`: this marina keeps no cards. `full`: no further card can be kept.
   */
  keeping: 'asked' | 'no' | 'full';
}

/**
 * The second step with a new card: three frames of the provider, the card holder's name, and the option to keep the
 * card.
 */
export function NewCardStep({ form, keeping, fields, states, isRefused, onPay, ...rest }: NewCardProps) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const pay = async ({ holderName, nickName, rememberCard }: CheckoutValues) => {
    const isKept = keeping === 'asked' && rememberCard;
    const names = { holderName: holderName.trim(), nickName: isKept ? nickName.trim() : '' };
    if (fields) await onPay({ fields, ...names, rememberCard: isKept });
  };
  return (
    <Form form={form} onSubmit={pay}>
      <Card title={t('cards.newCard')}>
        <div className={styles.section}>
          <CardFields states={states} fields={fields} errors={form.errors} isRefused={isRefused} />
          <HolderNameField form={form} />
          {keeping === 'asked' && <NewCardOptions form={form} />}
          {keeping === 'full' && <Alert kind="info">{t('payCards.full', { most: mostKeptCards })}</Alert>}
        </div>
      </Card>
      <SubmitButton processing={processing(rest.step, t)} disabled={!fields} fullWidth>
        {t('payments.pay', { amount: amount(rest.amount) })}
      </SubmitButton>
      <BackButton {...rest} />
    </Form>
  );
}

/** The second step with a kept card: its security code, in a frame of the provider. */
export function KeptCardStep({ card, fields, states, isRefused, onPay, ...rest }: Props & { card: KeptCard }) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const [wasRefused, setRefused] = useState(false);
  const codeFirstId = useId();
  const pay = async () => {
    setRefused(!states.cvv.isValid);
    const { holderName } = card;
    if (states.cvv.isValid && fields) await onPay({ fields, holderName, nickName: '', rememberCard: false });
  };
  return (
    <>
      <SecurityCodeCard card={card} states={states} fields={fields} isMissing={wasRefused} isRefused={isRefused} />
      <ActionButton
        disabled={states.cvv.isEmpty || !fields}
        describedBy={states.cvv.isEmpty ? codeFirstId : undefined}
        processing={processing(rest.step, t)}
        onAction={pay}
        fullWidth
      >
        {t('payments.pay', { amount: amount(rest.amount) })}
      </ActionButton>
      {states.cvv.isEmpty && <p id={codeFirstId}>{t('payments.codeFirst')}</p>}
      <BackButton {...rest} />
    </>
  );
}

/** Disabled while the payment runs, because leaving would abandon the bank's challenge. */
function BackButton({ step, onBack }: Pick<Props, 'step' | 'onBack'>) {
  const { t } = useTranslation();
  return (
    <Button type="button" variant="subtle" disabled={step !== null} onClick={onBack}>
      {t('payments.stepBack')}
    </Button>
  );
}

const processing = (step: PaymentStep | null, t: (key: string) => string) => t(`payments.step.${step ?? 'card'}`);
