import { isEmailAddress } from '@quayside/contract/common.ts';
import { registerAccount } from '@quayside/contract/registration.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureMessage } from '../../lib/failures.ts';
import { useTenant } from '../../lib/tenant.ts';
import { Alert } from '../../ui/alert.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { NewPasswordFields, newPasswordRules, noNewPassword, refusedPassword } from '../../ui/new-password-fields.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { useForm } from '../../ui/use-form.ts';

export interface RegistrationFormProps {
  renewalToken: string;
  accountGuid: string;
  /** Gets the login that works now. */
  onRegistered: (login: { email: string; password: string }) => void;
}

/** E-mail address and password of the new login. The server's error stands above them (REG-3). */
export function RegistrationForm({ renewalToken, accountGuid, onRegistered }: RegistrationFormProps) {
  const { t } = useTranslation();
  const { passwordPolicy } = useTenant();
  const [failure, setFailure] = useState<{ error: unknown }>();
  const form = useForm({
    initialValues: { email: '', ...noNewPassword },
    validate: {
      email: (value: string) => (isEmailAddress(value) ? null : 'login.emailInvalid'),
      ...newPasswordRules(passwordPolicy),
    },
  });

  const register = async ({ email, password }: { email: string; password: string }) => {
    setFailure(undefined);
    const account = { guid: accountGuid, renewalToken, email: email.trim() };
    try {
      await api(registerAccount, { body: { account, password } });
    } catch (error) {
      const refused = refusedPassword(error);
      if (refused) form.setErrors({ password: refused });
      setFailure({ error });
      return;
    }
    onRegistered({ email: account.email, password });
  };

  return (
    <Form form={form} onSubmit={register}>
      {failure && (
        <Alert kind="error" title={t('registration.failed')}>
          {failureMessage(failure.error)}
        </Alert>
      )}
      <EmailField form={form} name="email" label={t('login.email')} autoComplete="username" required />
      <NewPasswordFields form={form} label={t('login.password')} />
      <SubmitButton processing={t('registration.submitting')} fullWidth>
        {t('registration.submit')}
      </SubmitButton>
    </Form>
  );
}
