import { isEmailAddress } from '@quayside/contract/common.ts';
import { changeLoginAddress } from '@quayside/contract/login-address.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { explainProof } from '../../lib/explain-proof.ts';
import { Alert } from '../../ui/alert.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useForm } from '../../ui/use-form.ts';

interface Values {
  email: string;
  currentPassword: string;
}

/** The new address and the password. Nothing changes until the mailed link is opened. */
export function ChangeAddressForm({ current, onSent }: { current: string; onSent: () => Promise<void> }) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<string>();
  const form = useForm<Values>({
    initialValues: { email: '', currentPassword: '' },
    validate: {
      email: (value) => {
        if (!isEmailAddress(value)) return 'login.emailInvalid';
        return value.trim().toLowerCase() === current ? 'loginAddress.same' : null;
      },
      currentPassword: (value) => (value === '' ? 'password.currentRequired' : null),
    },
  });

  const ask = async ({ email, currentPassword }: Values) => {
    setFailure(undefined);
    try {
      await api(changeLoginAddress, { body: { email: email.trim(), currentPassword } });
    } catch (error) {
      const { field, message } = explainProof(error);
      if (field) form.setErrors({ currentPassword: field });
      setFailure(field ? t(field) : message);
      return;
    }
    await onSent();
  };

  return (
    <Form form={form} onSubmit={ask}>
      {failure && <Alert kind="error" title={failure} />}
      <EmailField
        form={form}
        name="email"
        label={t('loginAddress.new')}
        hint={t('loginAddress.hint')}
        autoComplete="email"
        maxLength={254}
        required
      />
      <PasswordField
        form={form}
        name="currentPassword"
        label={t('password.current')}
        autoComplete="current-password"
        required
      />
      <SubmitButton processing={t('loginAddress.sending')}>{t('loginAddress.send')}</SubmitButton>
    </Form>
  );
}
