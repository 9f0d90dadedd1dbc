import { changePassword } from '@quayside/contract/identity/passwords.ts';
import { useState } from 'react';
import { api } from '../../lib/calls/api.ts';
import type { Failures } from '../../lib/actions/use-action.ts';
import { refusedProof } from '../../lib/session/recent-sign-in.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import {
  LoginOfPassword,
  NewPasswordFields,
  type NewPasswordValues,
  newPasswordRules,
  noNewPassword,
  refusedPassword,
} from '../../ui/form/new-password-fields.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { typed, useForm } from '../../ui/form/use-form.ts';
import { Alert } from '../../ui/message/alert.tsx';

/**
 * Changes the password of the signed-in user (decision C2.4).
 * @param email the address of the login, empty if it has none
 */
export function ChangePassword({ email }: { email: string }) {
  const { t } = useTranslation();
  const [state, setState] = useState<'closed' | 'open' | 'done'>('closed');
  return (
    <Disclosure
      title={t('login.password')}
      value={t('password.hidden')}
      change={t('password.change')}
      isOpen={state === 'open'}
      onToggle={(isOpen) => setState(isOpen ? 'open' : 'closed')}
      outcome={
        state === 'done' && (
          <Alert kind="success" title={t('password.changed')}>
            {t('password.changedHelp')}
          </Alert>
        )
      }
    >
      <ChangePasswordForm email={email} onChanged={() => setState('done')} />
    </Disclosure>
  );
}

type Values = NewPasswordValues & { currentPassword: string };

const failures: Failures = {
  ...refusedProof,
  ...refusedPassword,
  unanswered: { title: 'password.unanswered', text: 'password.changeUnanswered' },
};

function ChangePasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const { t } = useTranslation();
  const { passwordPolicy } = useTenant();
  const form = useForm<Values>({
    initialValues: { currentPassword: '', ...noNewPassword },
    validate: {
      currentPassword: typed('password.currentRequired'),
      ...newPasswordRules(passwordPolicy),
    },
  });

  const change = ({ currentPassword, password }: Values) =>
    api(changePassword, { body: { currentPassword, password } });

  return (
    <Form form={form} onSubmit={change} onDone={onChanged} failures={failures}>
      <LoginOfPassword email={email} />
      <PasswordField
        form={form}
        name="currentPassword"
        label={t('password.current')}
        autoComplete="current-password"
        required
      />
      <NewPasswordFields form={form} label={t('password.new')} />
      <SubmitButton processing={t('password.saving')}>{t('password.resetSubmit')}</SubmitButton>
    </Form>
  );
}
