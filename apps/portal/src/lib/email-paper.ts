import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode } from './api-error.ts';
import { useEmailer } from './emailer.ts';
import { showToast } from './toasts.ts';

/** A paper that can be e-mailed. Each has its own words; those of the receipt are the plain keys. */
export type EmailedPaper = 'receipt' | 'invoice';

/** What picks a paper's words. */
export const wordsOf = (paper: EmailedPaper) => (paper === 'receipt' ? {} : { context: paper });

/** The same as a key, for who keeps the key of a text. */
export const keyOf = (key: string, paper: EmailedPaper) => (paper === 'receipt' ? key : `${key}_${paper}`);

interface Recipient {
  /** The account's own address; empty where it has none. */
  email: string;
}

interface Calls {
  /** To the account's own address. */
  toAccount: () => Promise<{ maskedEmail: string }>;
  to: (email: string) => Promise<{ maskedEmail: string }>;
}

/** Sends a paper: at once to the account's address, else to one that the reader is asked for. */
export function useEmailPaper(paper: EmailedPaper, account: Recipient | undefined, calls: Calls) {
  const { t } = useTranslation();
  const { sending, sent, deliver: mail } = useEmailer();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [asksForAddress, setAsksForAddress] = useState(false);
  const words = wordsOf(paper);

  async function deliver(send: () => Promise<{ maskedEmail: string }>): Promise<boolean> {
    try {
      const { maskedEmail } = await mail(send);
      setSentTo(maskedEmail);
      showToast({ kind: 'success', message: t('confirmRecipientEmail.emailQueued', words) });
      return true;
    } catch (error) {
      if (hasCode(error, 'NO_ACCOUNT_EMAIL')) setAsksForAddress(true);
      else showToast({ kind: 'error', message: t('confirmRecipientEmail.errorSendingEmail', words) });
      return false;
    }
  }

  return {
    sending,
    sent,
    /** The masked address that the last one went to, or null before. */
    sentTo,
    asksForAddress,
    closeDialog: () => setAsksForAddress(false),
    send: async () => {
      if (!account) {
        showToast({ kind: 'error', message: t('confirmRecipientEmail.errorDeterminingAccount', words) });
      } else if (account.email === '') {
        setAsksForAddress(true);
      } else {
        await deliver(calls.toAccount);
      }
    },
    sendTo: async (email: string) => {
      if (await deliver(() => calls.to(email))) setAsksForAddress(false);
    },
  };
}

export type EmailPaper = ReturnType<typeof useEmailPaper>;
