import { isEmailAddress } from '@quayside/contract/common.ts';
import { signIn } from '@quayside/contract/identity.ts';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { signInWithPassword } from '../../lib/session.ts';
import type { Failures } from '../../lib/use-action.ts';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { typed, useForm } from '../../ui/form/use-form.ts';
import { useGoOn } from './use-go-on.ts';

/**
 * The specification's texts for its two codes. Any other failure also shows the server's message. Beyond a limit the
 * password may be right, so the text names the ways in.
 */
const failures: Failures = {
  InvalidOperationException: { title: 'login.incorrect', text: null },
  AuthenticationException: { title: 'login.locked', text: null },
  TOO_MANY_REQUESTS: { title: 'login.tooMany', text: 'login.waysIn' },
  other: { title: 'login.incorrect' },
};

/** E-mail and password. After signing in, it opens the requested page, else the dashboard (LOGIN-5). */
export function LoginForm() {
  const { t } = useTranslation();
  const goOn = useGoOn();
  const { problem } = useSearch({ from: '/auth/login' });
  const form = useForm({
    initialValues: { userName: '', password: '' },
    validate: {
      userName: (value) => (isEmailAddress(value) ? null : 'login.emailRequired'),
      password: typed('login.passwordRequired'),
    },
  });

  return (
    <Form
      form={form}
      call={signIn}
      problem={problem}
      onSubmit={({ userName, password }) => signInWithPassword(userName.trim(), password)}
      onDone={goOn}
      failures={failures}
    >
      <TextField form={form} name="userName" type="email" label={t('login.email')} autoComplete="username" required />
      <PasswordField form={form} name="password" label={t('login.password')} autoComplete="current-password" required />
      <SubmitButton processing={t('login.loggingIn')} fullWidth>
        {t('login.submit')}
      </SubmitButton>
    </Form>
  );
}
