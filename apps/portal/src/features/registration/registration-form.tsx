import { isEmailAddress } from '@quayside/contract/shared/common.ts';
import { registerAccount } from '@quayside/contract/identity/registration.ts';
import { api } from '../../lib/calls/api.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import {
  NewPasswordFields,
  newPasswordRules,
  noNewPassword,
  refusedPassword,
} from '../../ui/form/new-password-fields.tsx';
import { EmailField } from '../../ui/form/email-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';

export interface NewLogin {
  /** The address that signs in. */
  email: string;
  password: string;
  /** True if another address was typed, which waits for its link. */
  isWaiting: boolean;
}

export interface RegistrationFormProps {
  renewalToken: string;
  accountGuid: string;
  /** Gets the login that works now. */
  onRegistered: (login: NewLogin) => void;
}

/** E-mail address and password of the new login. The server's error stands above them (REG-3). */
export function RegistrationForm({ renewalToken, accountGuid, onRegistered }: RegistrationFormProps) {
  const { t } = useTranslation();
  const { passwordPolicy } = useTenant();
  const form = useForm({
    initialValues: { email: '', ...noNewPassword },
    validate: {
      email: (value: string) => (isEmailAddress(value) ? null : 'login.emailInvalid'),
      ...newPasswordRules(passwordPolicy),
    },
  });

  const register = async ({ email, password }: { email: string; password: string }) => {
    const account = { guid: accountGuid, renewalToken, email: email.trim() };
    const { userName = account.email } = await api(registerAccount, { body: { account, password } });
    return { email: userName, password, isWaiting: userName !== account.email };
  };

  return (
    <Form
      form={form}
      onSubmit={register}
      onDone={onRegistered}
      failures={{ ...refusedPassword, other: { title: 'registration.failed' } }}
    >
      <EmailField form={form} name="email" label={t('login.email')} autoComplete="username" required />
      <NewPasswordFields form={form} label={t('login.password')} />
      <SubmitButton processing={t('registration.submitting')} fullWidth>
        {t('registration.submit')}
      </SubmitButton>
    </Form>
  );
}
