import { useEffect, useState } from 'react';

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
