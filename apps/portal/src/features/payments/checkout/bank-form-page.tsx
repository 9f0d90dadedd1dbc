import type { BankForm } from '@quayside/contract/three-d-secure-1.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/texts.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { readBankPageMessage, tell, whoAsked } from './bank-page-messages.ts';

/** Opens the bank's page with the form that the checkout sends. Opened alone it does nothing. */
export function BankFormPage() {
  const { t } = useTranslation();
  const [asker] = useState(whoAsked);
  const [form, setForm] = useState<BankForm | null>(null);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!asker) return undefined;
    const listen = (event: MessageEvent) => {
      const message = readBankPageMessage(event, asker);
      if (message?.quayside === 'bank-page.form') setForm(message.form);
    };
    addEventListener('message', listen);
    tell(asker, { quayside: 'bank-page.ready' });
    return () => removeEventListener('message', listen);
  }, [asker]);
  useEffect(() => {
    if (form) element.current?.submit();
  }, [form]);
  if (!asker) return <p>{t('cards.bankPageAlone')}</p>;
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
  const [asker] = useState(whoAsked);
  useEffect(() => {
    if (asker) tell(asker, { quayside: 'bank-page.answered' });
  }, [asker]);
  if (!asker) return <p>{t('cards.bankPageAlone')}</p>;
  return (
    <p>
      <Spinner /> {t('cards.fromBankPage')}
    </p>
  );
}
