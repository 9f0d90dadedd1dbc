import { isEmailAddress } from '@quayside/contract/common.ts';
import { useTranslation } from 'react-i18next';
import { type EmailedPaper, keyOf, wordsOf } from '../../lib/email-paper.ts';
import { Dialog } from './dialog.tsx';
import { Form, SubmitButton } from '../form/form.tsx';
import { TextField } from '../form/text-field.tsx';
import { useForm } from '../form/use-form.ts';

interface Props {
  paper: EmailedPaper;
  onSend: (email: string) => unknown;
  onCancel: () => void;
}

/**
 * Asks for the address that a paper goes to. An empty and a malformed address have different texts (decision
 * P5.13).
 */
export function RecipientDialog({ paper, onSend, onCancel }: Props) {
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
        <SubmitButton processing={t('confirmRecipientEmail.sending')}>
          {t('confirmRecipientEmail.send', words)}
        </SubmitButton>
      </Form>
    </Dialog>
  );
}
