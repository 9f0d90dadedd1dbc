import { IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { EmailedPaper, EmailPaper } from '../lib/email-paper.ts';
import { ActionButton } from './action-button.tsx';
import { RecipientDialog } from './recipient-dialog.tsx';

interface Props {
  paper: EmailedPaper;
  email: EmailPaper;
  disabled: boolean;
  /** What it says when nothing is under way. */
  children: string;
}

/** Has a paper e-mailed, and asks where to if nobody knows. Says how far it is. */
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
