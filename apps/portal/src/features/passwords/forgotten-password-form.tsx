import { isEmailAddress } from '@quayside/contract/common.ts';
import { requestPasswordReset } from '@quayside/contract/passwords.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { failureMessage } from '../../lib/failures.ts';
import { Alert } from '../../ui/alert.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';

/** Requests a password reset link. The text is the same whether or not somebody has that login (decision C2.27). */
export function ForgottenPasswordForm() {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<'sent' | { error: unknown }>();
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (value) => (isEmailAddress(value) ? null : 'login.emailInvalid') },
  });

  const request = async ({ email }: { email: string }) => {
    setOutcome(undefined);
    try {
      await api(requestPasswordReset, { body: { email: email.trim() } });
      setOutcome('sent');
    } catch (error) {
      // The specification makes a 404 look like success.
      setOutcome(error instanceof ApiError && error.status === 404 ? 'sent' : { error });
    }
  };

  return (
    <Form form={form} onSubmit={request}>
      {outcome === 'sent' && (
        <Alert kind="success" title={t('forgottenPassword.sent')}>
          {t('forgottenPassword.sentHelp')}
        </Alert>
      )}
      {outcome && outcome !== 'sent' && (
        <Alert kind="error" title={t('forgottenPassword.failed')}>
          {failureMessage(outcome.error)}
        </Alert>
      )}
      <TextField form={form} name="email" type="email" label={t('login.email')} autoComplete="username" required />
      <SubmitButton processing={t('forgottenPassword.submitting')} fullWidth>
        {t('forgottenPassword.submit')}
      </SubmitButton>
    </Form>
  );
}
