import { useState } from 'react';
import { BankDialog, type PaymentStep, type AuthenticationProfile, type OpenBankPage } from '../checkout.face.ts';
import { ConfirmPaymentDialog } from './confirm-payment-dialog.tsx';
import { ContactDialog } from './contact-dialog.tsx';

interface Props {
  /** In major units. */
  amount: number;
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
export function PayDialogs({ amount, contact, step, bankPage, onPay, onCancel }: Props) {
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
        amount={amount}
        step={step}
        onConfirm={() => (contact ? onPay(contact) : setAsksForContact(true))}
        onCancel={onCancel}
      />
      {bankPage && <BankDialog {...bankPage} />}
    </>
  );
}
