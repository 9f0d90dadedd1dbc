import { isEmailAddress } from '@quayside/contract/shared/common.ts';
import { useState } from 'react';
import { useFormat } from '../../../../lib/formats/use-format.ts';
import { useTenant } from '../../../../lib/tenant.ts';
import { useTranslation } from '../../../../lib/texts/texts.ts';
import { ActionButton } from '../../../../ui/action-button.tsx';
import { DialogButtons } from '../../../../ui/dialog/dialog-buttons.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { Form, SubmitButton } from '../../../../ui/form/form.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { useForm } from '../../../../ui/form/use-form.ts';
import { LargeAmount } from '../../../../ui/large-amount.tsx';
import { Alert } from '../../../../ui/message/alert.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import type { Basket } from '../../basket.ts';
import {
  type AuthenticationProfile,
  BankDialog,
  type BilledOrder,
  type ContactDetails,
  isContactNumber,
  type OpenBankPage,
  PaidItems,
  type PaymentStep,
  profileFromInput,
  dialogStyles as styles,
} from '../checkout.exports.ts';

interface Props {
  basket: Basket;
  /** The orders of the basket. Empty while they load. */
  orders: readonly BilledOrder[];
  /** The payer's contact data for the bank. Null if the payer must be asked for it. */
  contact: AuthenticationProfile | null;
  step: PaymentStep | null;
  bankPage: OpenBankPage | null;
  onPay: (profile: AuthenticationProfile) => unknown;
  onCancel: () => void;
}

/**
 * The dialogs between the pay button and the payment: the confirmation, and the contact data if the bank has none.
 */
export function PayDialogs({ basket, orders, contact, step, bankPage, onPay, onCancel }: Props) {
  const [asksForContact, setAsksForContact] = useState(false);

  if (asksForContact) {
    const goOn = (profile: AuthenticationProfile) => {
      setAsksForContact(false);
      void onPay(profile);
    };
    return <ContactDialog onDone={goOn} onCancel={onCancel} />;
  }
  return (
    <>
      <ConfirmPaymentDialog
        basket={basket}
        orders={orders}
        step={step}
        onConfirm={() => (contact ? onPay(contact) : setAsksForContact(true))}
        onCancel={onCancel}
      />
      {bankPage && <BankDialog {...bankPage} />}
    </>
  );
}

interface ConfirmPaymentDialogProps extends Pick<Props, 'basket' | 'orders'> {
  /** The current step of the payment. Null before it starts. */
  step: PaymentStep | null;
  onConfirm: () => unknown;
  /** Not offered while the payment runs. */
  onCancel: () => void;
}

/** The last question before money moves, and then the progress of the payment. */
function ConfirmPaymentDialog({ basket, orders, step, onConfirm, onCancel }: ConfirmPaymentDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name } = useTenant();
  const shown = format.amount(basket.amount);
  const cancel = () => {
    if (step === null) onCancel();
  };
  return (
    <Dialog
      title={t('payments.confirmTitle')}
      size="question"
      onClose={cancel}
      footer={
        <>
          <ActionButton variant="default" disabled={step !== null} processing={t('payments.cancel')} onAction={cancel}>
            {t('payments.cancel')}
          </ActionButton>
          <ActionButton processing={t('payments.paying')} onAction={onConfirm}>
            {t('payments.pay', { amount: shown })}
          </ActionButton>
        </>
      }
    >
      <p>
        <LargeAmount>{shown}</LargeAmount>
      </p>
      <PaidItems orders={orders} basket={basket} />
      <p className={styles.hint}>{t('payments.confirmText', { amount: shown, marina: name })}</p>
      <output className={styles.progress}>
        {step !== null && (
          <>
            <Spinner /> {t(`payments.step.${step}`)}
          </>
        )}
      </output>
    </Dialog>
  );
}

interface ContactDialogProps {
  onDone: (profile: AuthenticationProfile) => void;
  onCancel: () => void;
}

/** Returns a rule that reports an invalid value, unless another value is valid. Then only the valid one is used. */
const unlessAnotherIs =
  (isRight: (value: string) => boolean, problem: string) => (value: string, all: ContactDetails) =>
    value && !isRight(value) && !profileFromInput(all) ? problem : null;

/** Asks for contact data for the bank if the account has none (CARD-5). One valid value is enough. */
function ContactDialog({ onDone, onCancel }: ContactDialogProps) {
  const { t } = useTranslation();
  const [warned, setWarned] = useState(false);
  const form = useForm<ContactDetails>({
    initialValues: { email: '', phone: '', mobile: '' },
    validate: {
      email: unlessAnotherIs(isEmailAddress, 'payments.contact.enterEmail'),
      phone: unlessAnotherIs(isContactNumber, 'payments.contact.enterNumber'),
      mobile: unlessAnotherIs(isContactNumber, 'payments.contact.enterNumber'),
    },
  });
  const submit = (values: ContactDetails) => {
    const profile = profileFromInput(values);
    if (profile) onDone(profile);
    else setWarned(true);
  };
  return (
    <Dialog title={t('payments.contact.title')} size="question" onClose={onCancel}>
      <Form form={form} onSubmit={submit}>
        <p>{t('payments.contact.why')}</p>
        {warned && <Alert kind="warning">{t('payments.contact.oneNeeded')}</Alert>}
        <TextField form={form} name="email" type="email" label={t('payments.contact.email')} autoComplete="email" />
        <TextField form={form} name="phone" type="tel" label={t('payments.contact.phone')} autoComplete="tel" />
        <TextField form={form} name="mobile" type="tel" label={t('payments.contact.mobile')} autoComplete="tel" />
        <DialogButtons>
          <SubmitButton processing={t('payments.contact.ok')}>{t('payments.contact.ok')}</SubmitButton>
          <ActionButton variant="default" processing={t('payments.cancel')} onAction={onCancel}>
            {t('payments.cancel')}
          </ActionButton>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
