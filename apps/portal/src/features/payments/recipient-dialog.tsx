import { isEmailAddress } from '@quayside/contract/common.ts';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';

interface Props {
  onSend: (email: string) => unknown;
  onCancel: () => void;
}

/** Asks where the receipt goes. An empty and a malformed address have their own texts (decision P5.13). */
export function RecipientDialog({ onSend, onCancel }: Props) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { email: '' },
    validate: {
      email: (value) => {
        if (value.trim() === '') return 'confirmRecipientEmail.pleaseEnterEmailAddress';
        return isEmailAddress(value) ? null : 'confirmRecipientEmail.formInvalid';
      },
    },
  });
  return (
    <Dialog title={t('confirmRecipientEmail.title')} size="large" onClose={onCancel}>
      <Form form={form} onSubmit={({ email }) => onSend(email.trim())}>
        <TextField
          form={form}
          name="email"
          type="email"
          label={t('confirmRecipientEmail.email')}
          hint={t('confirmRecipientEmail.hint')}
          autoComplete="email"
        />
        <SubmitButton processing={t('confirmRecipientEmail.sending')}>{t('confirmRecipientEmail.send')}</SubmitButton>
      </Form>
    </Dialog>
  );
}
