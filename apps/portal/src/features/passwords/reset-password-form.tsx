import { resetPassword } from '@quayside/contract/identity/passwords.ts';
import { api } from '../../lib/calls/api.ts';
import type { Failures } from '../../lib/actions/use-action.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import {
  LoginOfPassword,
  NewPasswordFields,
  newPasswordRules,
  type NewPasswordValues,
  noNewPassword,
  refusedPassword,
} from '../../ui/form/new-password-fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';

export interface ResetPasswordFormProps {
  token: string;
  /** The address that the login signs in with. */
  email: string | null;
  onReset: () => void;
  /** Called if the link was valid when the page opened and no longer is. */
  onInvalid: () => void;
}

/** The form for the new password, opened by a mail's link. */
export function ResetPasswordForm({ token, email, onReset, onInvalid }: ResetPasswordFormProps) {
  const { t } = useTranslation();
  const { passwordPolicy } = useTenant();
  const form = useForm({ initialValues: noNewPassword, validate: newPasswordRules(passwordPolicy) });

  const reset = ({ password }: NewPasswordValues) => api(resetPassword, { body: { token, password } });

  const failures: Failures = {
    ...refusedPassword,
    INVALID_TOKEN: onInvalid,
    unanswered: { title: 'password.unanswered', text: 'password.resetUnanswered' },
  };

  return (
    <Form form={form} onSubmit={reset} onDone={onReset} failures={failures}>
      {email !== null && <LoginOfPassword email={email} />}
      <NewPasswordFields form={form} label={t('password.new')} />
      <SubmitButton processing={t('password.saving')} fullWidth>
        {t('password.resetSubmit')}
      </SubmitButton>
    </Form>
  );
}
