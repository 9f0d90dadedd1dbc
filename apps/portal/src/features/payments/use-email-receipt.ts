import { emailReceipt, emailReceiptTo } from '@quayside/contract/receipts.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { hasCode } from '../../lib/api-error.ts';
import { showToast } from '../../lib/toasts.ts';

const sentFlagTime = 3000;

interface Recipient {
  /** The account's own address; empty where it has none. */
  email: string;
}

/** Sends a payment's receipt: at once to the account's address, else to one that the reader is asked for (P§4). */
export function useEmailReceipt(paymentId: number, account: Recipient | undefined) {
  const { t } = useTranslation();
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [asksForAddress, setAsksForAddress] = useState(false);

  useEffect(() => {
    if (!sent) return undefined;
    const timer = setTimeout(() => setSent(false), sentFlagTime);
    return () => clearTimeout(timer);
  }, [sent]);

  async function deliver(send: () => Promise<{ maskedEmail: string }>): Promise<boolean> {
    setSending(true);
    try {
      const { maskedEmail } = await send();
      setSent(true);
      setSentTo(maskedEmail);
      showToast({ kind: 'success', message: t('confirmRecipientEmail.emailQueued') });
      return true;
    } catch (error) {
      if (hasCode(error, 'NO_ACCOUNT_EMAIL')) setAsksForAddress(true);
      else showToast({ kind: 'error', message: t('confirmRecipientEmail.errorSendingEmail') });
      return false;
    } finally {
      setSending(false);
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
