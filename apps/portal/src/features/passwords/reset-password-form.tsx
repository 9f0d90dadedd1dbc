import { resetPassword } from '@quayside/contract/passwords.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { hasCode } from '../../lib/api-error.ts';
import { failureMessage } from '../../lib/failures.ts';
import { useTenant } from '../../lib/tenant.ts';
import { Alert } from '../../ui/alert.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import {
  NewPasswordFields,
  newPasswordRules,
  type NewPasswordValues,
  noNewPassword,
  refusedPassword,
} from '../../ui/new-password-fields.tsx';
import { useForm } from '../../ui/use-form.ts';

export interface ResetPasswordFormProps {
  token: string;
  onReset: () => void;
  /** Called if the link was valid when the page opened and no longer is. */
  onInvalid: () => void;
}

/** The form for the new password, opened by a mail's link. */
export function ResetPasswordForm({ token, onReset, onInvalid }: ResetPasswordFormProps) {
  const { t } = useTranslation();
  const { passwordPolicy } = useTenant();
  const [failure, setFailure] = useState<{ error: unknown }>();
  const form = useForm({ initialValues: noNewPassword, validate: newPasswordRules(passwordPolicy) });

  const reset = async ({ password }: NewPasswordValues) => {
    setFailure(undefined);
    try {
      await api(resetPassword, { body: { token, password } });
      onReset();
    } catch (error) {
      const refused = refusedPassword(error);
      if (refused) form.setErrors({ password: refused });
      if (hasCode(error, 'INVALID_TOKEN')) onInvalid();
      else setFailure({ error });
    }
  };

  return (
    <Form form={form} onSubmit={reset}>
      {failure && <Alert kind="error" title={failureMessage(failure.error)} />}
      <NewPasswordFields form={form} label={t('password.new')} />
      <SubmitButton processing={t('password.saving')} fullWidth>
        {t('password.resetSubmit')}
      </SubmitButton>
    </Form>
  );
}
