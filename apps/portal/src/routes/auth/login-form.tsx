import { isEmailAddress } from '@quayside/contract/common.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, hasCode } from '../../lib/api-error.ts';
import { signInWithPassword } from '../../lib/session.ts';
import { failureMessage } from '../../lib/failures.ts';
import { Alert } from '../../ui/alert.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useGoOn } from './use-go-on.ts';

interface LoginFailure {
  error: unknown;
}

/** E-mail and password. After signing in, it opens the requested page, else the dashboard (LOGIN-5). */
export function LoginForm() {
  const { t } = useTranslation();
  const goOn = useGoOn();
  const [failure, setFailure] = useState<LoginFailure>();
  const form = useForm({
    initialValues: { userName: '', password: '' },
    validate: {
      userName: (value) => (isEmailAddress(value) ? null : 'login.emailRequired'),
      password: (value) => (value === '' ? 'login.passwordRequired' : null),
    },
  });

  const signIn = async ({ userName, password }: { userName: string; password: string }) => {
    setFailure(undefined);
    try {
      await signInWithPassword(userName.trim(), password);
    } catch (error) {
      setFailure({ error });
      return;
    }
    goOn();
  };

  return (
    <Form form={form} onSubmit={signIn}>
      {failure && <LoginError error={failure.error} />}
      <TextField form={form} name="userName" type="email" label={t('login.email')} autoComplete="username" required />
      <PasswordField form={form} name="password" label={t('login.password')} autoComplete="current-password" required />
      <SubmitButton processing={t('login.loggingIn')} fullWidth>
        {t('login.submit')}
      </SubmitButton>
    </Form>
  );
}

/** Shows the specification's texts for its two codes. Any other failure also shows the server's message. */
function LoginError({ error }: LoginFailure) {
  const { t } = useTranslation();
  if (hasCode(error, 'InvalidOperationException')) return <Alert kind="error" title={t('login.incorrect')} />;
  if (hasCode(error, 'AuthenticationException')) return <Alert kind="error" title={t('login.locked')} />;
  const isSilent = error instanceof ApiError && error.status > 0 && !error.message;
  return (
    <Alert kind="error" title={t('login.incorrect')}>
      {!isSilent && failureMessage(error)}
    </Alert>
  );
}
