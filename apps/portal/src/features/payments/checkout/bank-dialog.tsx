import type { BankForm } from '@quayside/contract/cards/three-d-secure-1.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { readBankPageMessage, sendBankPageMessage } from './bank-page-messages.ts';
import styles from './dialogs.module.css';

interface Props {
  form: BankForm;
  /** Called when the bank's page has answered our server, which evaluates the answer. */
  onAnswered: () => void;
  onCancel: () => void;
}

/** The bank's own page (3-D Secure 1) in a frame, opened by a form. */
export function BankDialog({ form, onAnswered, onCancel }: Props) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const hear = useEffectEvent((event: MessageEvent) => {
    const page = frame.current?.contentWindow ?? null;
    const message = readBankPageMessage(event, page);
    if (message?.quayside === 'bank-page.ready' && page)
      sendBankPageMessage(page, { quayside: 'bank-page.form', form });
    if (message?.quayside === 'bank-page.answered') onAnswered();
  });
  useEffect(() => {
    const listen = (event: MessageEvent) => hear(event);
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);
  return (
    <Dialog title={t('cards.bankPageTitle')} onClose={onCancel}>
      <iframe ref={frame} className={styles.frame} src="/three-d-s" title={t('cards.bankPageTitle')} />
    </Dialog>
  );
}

/** The open bank page, with the functions that close it. */
export interface OpenBankPage {
  form: BankForm;
  onAnswered: () => void;
  onCancel: () => void;
}

/** Shows the bank's page of 3-D Secure 1, and returns how its reader left it. */
export function useBankPage() {
  const [open, setOpen] = useState<OpenBankPage | null>(null);
  const show = (form: BankForm) =>
    new Promise<'answered' | 'cancelled'>((resolve) => {
      const leave = (how: 'answered' | 'cancelled') => () => {
        setOpen(null);
        resolve(how);
      };
      setOpen({ form, onAnswered: leave('answered'), onCancel: leave('cancelled') });
    });
  return { open, show };
}
