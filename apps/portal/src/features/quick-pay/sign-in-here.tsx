import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode } from '../../lib/api-error.ts';
import { failureMessage } from '../../lib/failures.ts';
import { signInToAccount } from '../../lib/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useForm } from '../../ui/use-form.ts';

interface Props {
  accountGuid: string;
  onSignedIn: () => void;
}

/**
 * Asks only for the password, because the order tells the account (REG-8). The button is disabled while it is
 * empty.
 */
export function SignInHere({ accountGuid, onSignedIn }: Props) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<{ error: unknown }>();
  const form = useForm({ initialValues: { password: '' }, validate: {} });
  const signIn = async ({ password }: { password: string }) => {
    setFailure(undefined);
    try {
      await signInToAccount(accountGuid, password);
    } catch (error) {
      setFailure({ error });
      return;
    }
    onSignedIn();
  };
  return (
    <Form form={form} onSubmit={signIn}>
      {failure && (
        <Alert
          kind="error"
          title={t(hasCode(failure.error, 'AuthenticationException') ? 'login.locked' : 'quickPay.signInFailed')}
        >
          {!isWrongPassword(failure.error) && failureMessage(failure.error)}
        </Alert>
      )}
      <PasswordField form={form} name="password" label={t('login.password')} autoComplete="current-password" />
      <SubmitButton variant="default" disabled={form.values.password === ''} processing={t('login.loggingIn')}>
        {t('login.submit')}
      </SubmitButton>
    </Form>
  );
}

const isWrongPassword = (error: unknown) =>
  hasCode(error, 'InvalidOperationException') || hasCode(error, 'AuthenticationException');
