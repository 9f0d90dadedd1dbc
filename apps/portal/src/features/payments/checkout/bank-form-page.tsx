import type { BankForm } from '@quayside/contract/cards/three-d-secure-1.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { readBankPageMessage, requestingWindow, sendBankPageMessage } from './bank-page-messages.ts';

/** Opens the bank's page with the form that the checkout sends. Opened alone it does nothing. */
export function BankFormPage() {
  const { t } = useTranslation();
  const [requester] = useState(requestingWindow);
  const [form, setForm] = useState<BankForm | null>(null);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!requester) return undefined;
    const listen = (event: MessageEvent) => {
      const message = readBankPageMessage(event, requester);
      if (message?.quayside === 'bank-page.form') setForm(message.form);
    };
    addEventListener('message', listen);
    sendBankPageMessage(requester, { quayside: 'bank-page.ready' });
    return () => removeEventListener('message', listen);
  }, [requester]);
  useEffect(() => {
    if (form) element.current?.submit();
  }, [form]);
  if (!requester) return <p>{t('cards.bankPageAlone')}</p>;
  return (
    <>
      <p>
        <Spinner /> {t('cards.toBankPage')}
      </p>
      {form && (
        <form ref={element} method="post" action={form.acsUrl}>
          <input type="hidden" name="PaReq" value={form.paReq} />
          <input type="hidden" name="TermUrl" value={form.termUrl} />
          <input type="hidden" name="MD" value={form.md} />
        </form>
      )}
    </>
  );
}

/** The page that the bank's page returns to. It tells the checkout that the server has the answer. */
export function BankReturnPage() {
  const { t } = useTranslation();
  const [requester] = useState(requestingWindow);
  useEffect(() => {
    if (requester) sendBankPageMessage(requester, { quayside: 'bank-page.answered' });
  }, [requester]);
  if (!requester) return <p>{t('cards.bankPageAlone')}</p>;
  return (
    <p>
      <Spinner /> {t('cards.fromBankPage')}
    </p>
  );
}
