import type { AuthProvider } from '@quayside/contract/tenant.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode } from '../../lib/api-error.ts';
import { failureMessage } from '../../lib/failures.ts';
import { confirmIdentity } from '../../lib/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useForm } from '../../ui/use-form.ts';

export interface ConfirmSignOnFormProps {
  providerKey: AuthProvider['key'];
  onSignedIn: () => void;
}

/** Asks for the password that proves that a login and a provider's identity belong to one person (decision C2.26). */
export function ConfirmSignOnForm({ providerKey, onSignedIn }: ConfirmSignOnFormProps) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<{ error: unknown }>();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? 'login.passwordRequired' : null) },
  });

  const confirm = async ({ password }: { password: string }) => {
    setFailure(undefined);
    try {
      await confirmIdentity(providerKey, password);
    } catch (error) {
      setFailure({ error });
      return;
    }
    onSignedIn();
  };

  const isWrong = failure !== undefined && hasCode(failure.error, 'WRONG_PASSWORD');
  return (
    <Form form={form} onSubmit={confirm}>
      {failure && <Alert kind="error" title={isWrong ? t('signOn.wrongPassword') : failureMessage(failure.error)} />}
      <PasswordField form={form} name="password" label={t('login.password')} autoComplete="current-password" required />
      <SubmitButton processing={t('login.loggingIn')} fullWidth>
        {t('signOn.confirm')}
      </SubmitButton>
    </Form>
  );
}
