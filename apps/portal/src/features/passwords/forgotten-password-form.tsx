import { isEmailAddress } from '@quayside/contract/shared/common.ts';
import { requestPasswordReset } from '@quayside/contract/identity/passwords.ts';
import { useState } from 'react';
import { api } from '../../lib/calls/api.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import type { Failures } from '../../lib/actions/use-action.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Alert } from '../../ui/message/alert.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';

/** Beyond a limit the owner has links already, however many of them a stranger asked for. */
const failures: Failures = {
  TOO_MANY_REQUESTS: { title: 'forgottenPassword.failed', text: 'forgottenPassword.tooManyHelp' },
  other: { title: 'forgottenPassword.failed' },
};

interface Props {
  /** Set if the form was posted without scripts and succeeded. */
  done?: string;
  /** The code of its failure. */
  problem?: string;
}

/** Requests a password reset link. The text is the same whether or not somebody has that login (decision C2.27). */
export function ForgottenPasswordForm({ done, problem }: Props) {
  const { t } = useTranslation();
  const [isSent, setSent] = useState(done !== undefined);
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (value) => (isEmailAddress(value) ? null : 'login.emailInvalid') },
  });

  const request = async ({ email }: { email: string }) => {
    setSent(false);
    try {
      await api(requestPasswordReset, { body: { email: email.trim() } });
    } catch (error) {
      // The specification makes a 404 look like success.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
    setSent(true);
  };

  return (
    <Form form={form} call={requestPasswordReset} problem={problem} onSubmit={request} failures={failures}>
      {isSent && (
        <Alert kind="success" title={t('forgottenPassword.sent')}>
          <p>{t('forgottenPassword.sentHelp')}</p>
          <p>{t('forgottenPassword.sentElsewhere')}</p>
        </Alert>
      )}
      <TextField form={form} name="email" type="email" label={t('login.email')} autoComplete="username" required />
      <SubmitButton processing={t('forgottenPassword.submitting')} fullWidth>
        {t('forgottenPassword.submit')}
      </SubmitButton>
    </Form>
  );
}
