import { isEmailAddress } from '@quayside/contract/shared/common.ts';
import { IconMail } from '@tabler/icons-react';
import { useTranslation } from '../../lib/texts/texts.ts';
import { type EmailedPaper, type EmailPaper, keyOf, wordsOf } from './use-email-paper.ts';
import { ActionButton } from '../action-button.tsx';
import { DialogButtons } from '../dialog/dialog-buttons.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { Form, SubmitButton } from '../form/form.tsx';
import { TextField } from '../form/text-field.tsx';
import { useForm } from '../form/use-form.ts';

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

interface RecipientDialogProps {
  paper: EmailedPaper;
  onSend: (email: string) => unknown;
  onCancel: () => void;
}

/**
 * Asks for the address that a paper goes to. An empty and a malformed address have different texts (decision
 * P5.13).
 */
function RecipientDialog({ paper, onSend, onCancel }: RecipientDialogProps) {
  const { t } = useTranslation();
  const words = wordsOf(paper);
  const form = useForm({
    initialValues: { email: '' },
    validate: {
      email: (value) => {
        if (value.trim() === '') return keyOf('confirmRecipientEmail.pleaseEnterEmailAddress', paper);
        return isEmailAddress(value) ? null : 'confirmRecipientEmail.formInvalid';
      },
    },
  });
  return (
    <Dialog title={t('confirmRecipientEmail.title', words)} size="large" onClose={onCancel}>
      <Form form={form} onSubmit={({ email }) => onSend(email.trim())}>
        <TextField
          form={form}
          name="email"
          type="email"
          label={t('confirmRecipientEmail.email')}
          hint={t('confirmRecipientEmail.hint', words)}
          autoComplete="email"
        />
        <DialogButtons>
          <SubmitButton processing={t('confirmRecipientEmail.sending')}>
            {t('confirmRecipientEmail.send', words)}
          </SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
