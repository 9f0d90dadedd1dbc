import type { AuthProvider } from '@quayside/contract/tenant/tenant.ts';
import { completeSignIn, confirmIdentity } from '../../lib/session/session.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { typed, useForm } from '../../ui/form/use-form.ts';

export interface ConfirmSignOnFormProps {
  providerKey: AuthProvider['key'];
  onSignedIn: () => unknown;
}

/** Asks for the password that proves that a login and a provider's identity belong to one person (decision C2.26). */
export function ConfirmSignOnForm({ providerKey, onSignedIn }: ConfirmSignOnFormProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: typed('login.passwordRequired') },
  });

  return (
    <Form
      form={form}
      onSubmit={({ password }) => confirmIdentity(providerKey, password)}
      onDone={(session) => completeSignIn(session).then(onSignedIn)}
      failures={{ WRONG_PASSWORD: { fields: { password: 'signOn.wrongPassword' } } }}
    >
      <PasswordField form={form} name="password" label={t('login.password')} autoComplete="current-password" required />
      <SubmitButton processing={t('login.loggingIn')} fullWidth>
        {t('signOn.confirm')}
      </SubmitButton>
    </Form>
  );
}
