import { completeSignIn, signInToAccount } from '../../lib/session/session.ts';
import type { Failures } from '../../lib/actions/use-action.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';

/** The id of the text that tells what to enter. The page shows it above. */
export const signInHintId = 'sign-in-hint';

interface Props {
  accountGuid: string;
  onSignedIn: () => unknown;
}

/**
 * Asks only for the password, because the order tells the account (REG-8). The button is disabled while it is
 * empty.
 */
export function OwnerSignIn({ accountGuid, onSignedIn }: Props) {
  const { t } = useTranslation();
  const form = useForm({ initialValues: { password: '' }, validate: {} });
  return (
    <Form
      form={form}
      onSubmit={({ password }) => signInToAccount(accountGuid, password)}
      onDone={(session) => completeSignIn(session).then(onSignedIn)}
      failures={failures}
    >
      <PasswordField form={form} name="password" label={t('login.password')} autoComplete="current-password" />
      <SubmitButton
        variant="default"
        disabled={form.values.password === ''}
        describedBy={signInHintId}
        processing={t('login.loggingIn')}
      >
        {t('login.submit')}
      </SubmitButton>
    </Form>
  );
}

const failures: Failures = {
  AuthenticationException: { title: 'login.locked', text: null },
  InvalidOperationException: { title: 'quickPay.signInFailed', text: null },
  TOO_MANY_REQUESTS: { title: 'login.tooMany', text: 'login.waysIn' },
  other: { title: 'quickPay.signInFailed' },
  unanswered: {},
  unsent: {},
};
