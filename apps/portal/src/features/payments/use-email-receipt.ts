import { emailReceipt, emailReceiptTo } from '@quayside/contract/receipts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { hasCode } from '../../lib/api-error.ts';
import { useEmailer } from '../../lib/emailer.ts';
import { showToast } from '../../lib/toasts.ts';

interface Recipient {
  /** The account's own address; empty where it has none. */
  email: string;
}

/** Sends a payment's receipt: at once to the account's address, else to one that the reader is asked for (P§4). */
export function useEmailReceipt(paymentId: number, account: Recipient | undefined) {
  const { t } = useTranslation();
  const { sending, sent, deliver: mail } = useEmailer();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [asksForAddress, setAsksForAddress] = useState(false);

  async function deliver(send: () => Promise<{ maskedEmail: string }>): Promise<boolean> {
    try {
      const { maskedEmail } = await mail(send);
      setSentTo(maskedEmail);
      showToast({ kind: 'success', message: t('confirmRecipientEmail.emailQueued') });
      return true;
    } catch (error) {
      if (hasCode(error, 'NO_ACCOUNT_EMAIL')) setAsksForAddress(true);
      else showToast({ kind: 'error', message: t('confirmRecipientEmail.errorSendingEmail') });
      return false;
    }
  }

  return {
    sending,
    sent,
    /** The masked address that the last receipt went to, or null before. */
    sentTo,
    asksForAddress,
    closeDialog: () => setAsksForAddress(false),
    send: async () => {
      if (!account) {
        showToast({ kind: 'error', message: t('confirmRecipientEmail.errorDeterminingAccount') });
      } else if (account.email === '') {
        setAsksForAddress(true);
      } else {
        await deliver(() => api(emailReceipt, { params: { id: paymentId } }));
      }
    },
    sendTo: async (email: string) => {
      const queued = await deliver(() => api(emailReceiptTo, { params: { id: paymentId }, body: { email } }));
      if (queued) setAsksForAddress(false);
    },
  };
}
