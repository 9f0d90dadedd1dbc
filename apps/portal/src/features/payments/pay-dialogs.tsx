import { useState } from 'react';
import { BankDialog } from './bank-dialog.tsx';
import type { PaymentStep } from './card-payment.ts';
import { ConfirmPaymentDialog } from './confirm-payment-dialog.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import type { AuthenticationProfile } from './contact-details.ts';
import type { OpenBankPage } from './use-bank-page.ts';

interface Props {
  /** In major units. */
  amount: number;
  /** How the bank may reach who pays; null where they have to be asked. */
  contact: AuthenticationProfile | null;
  step: PaymentStep | null;
  bankPage: OpenBankPage | null;
  onPay: (profile: AuthenticationProfile) => unknown;
  onCancel: () => void;
}

/** From the pay button to the payment: sure? and, where the bank could not reach this customer, how. */
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
