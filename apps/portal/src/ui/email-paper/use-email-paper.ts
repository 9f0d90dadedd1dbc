import { useEffect, useState } from 'react';
import { unanswered } from '../../lib/actions/use-action.ts';
import { ApiError, hasCode } from '../../lib/calls/api-error.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { showToast } from '../../lib/toasts.ts';

/** A paper that can be e-mailed. Each has its own texts; the receipt's texts have the plain keys. */
export type EmailedPaper = 'receipt' | 'invoice';

/** Returns the i18n options that select a paper's texts. */
export const wordsOf = (paper: EmailedPaper) => (paper === 'receipt' ? {} : { context: paper });

/** Returns the full key of a paper's text, for callers that store a key. */
export const keyOf = (key: string, paper: EmailedPaper) => (paper === 'receipt' ? key : `${key}_${paper}`);

interface Recipient {
  /** The account's own address. Empty if it has none. */
  email: string;
}

interface Calls {
  /** Sends to the account's own address. */
  toAccount: () => Promise<{ maskedEmail: string }>;
  to: (email: string) => Promise<{ maskedEmail: string }>;
}

/** Sends a paper: at once to the account's address, or to an address that the reader types. */
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
      showToast({
        kind: 'success',
        title: t('confirmRecipientEmail.emailQueued'),
        message: t('confirmRecipientEmail.onItsWay', words),
      });
      return true;
    } catch (error) {
      if (hasCode(error, 'NO_ACCOUNT_EMAIL')) setAsksForAddress(true);
      else if (error instanceof ApiError && error.isOutcomeUnknown)
        showToast({ kind: 'error', title: t(unanswered.title), message: t(unanswered.text) });
      else showToast({ kind: 'error', message: t('confirmRecipientEmail.errorSendingEmail', words) });
      return false;
    }
  }

  return {
    sending,
    sent,
    /** The masked address of the last mail. Null before the first. */
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

const sentFlagMs = 3000;

/** Tracks the e-mailing of a paper: `sending`, then `sent`, which is reset after 3 s. */
export function useEmailer() {
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState(false);

  useEffect(() => {
    if (!sent) return undefined;
    const timer = setTimeout(() => setSent(false), sentFlagMs);
    return () => clearTimeout(timer);
  }, [sent]);

  /** Returns the result of `send` and throws its errors. */
  async function deliver<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    setSent(false);
    setSending(true);
    try {
      const answer = await send();
      setSent(true);
      return answer;
    } finally {
      setSending(false);
    }
  }

  return { sending, sent, deliver };
}
