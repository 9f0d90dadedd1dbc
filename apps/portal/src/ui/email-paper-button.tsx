import { IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { EmailedPaper, EmailPaper } from '../lib/email-paper.ts';
import { ActionButton } from './action-button.tsx';
import { RecipientDialog } from './dialog/recipient-dialog.tsx';

interface Props {
  paper: EmailedPaper;
  email: EmailPaper;
  disabled: boolean;
  /** The label while nothing is being sent. */
  children: string;
}

/** E-mails a paper and shows the progress. It asks for an address if none is known. */
export function EmailPaperButton({ paper, email, disabled, children }: Props) {
  const { t } = useTranslation();
  const sending = t('confirmRecipientEmail.sending');
  return (
    <>
      <ActionButton
        variant="default"
        processing={sending}
        icon={<IconMail size={20} aria-hidden="true" />}
        disabled={disabled}
        onAction={email.send}
      >
        {email.sending ? sending : email.sent ? t('confirmRecipientEmail.sent') : children}
      </ActionButton>
      {email.asksForAddress && <RecipientDialog paper={paper} onSend={email.sendTo} onCancel={email.closeDialog} />}
    </>
  );
}
