import { isEmailAddress, longestEmail } from '@quayside/contract/common.ts';
import { changeLoginAddress } from '@quayside/contract/login-address.ts';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { refusedProof } from '../../lib/refused-proof.ts';
import { EmailField } from '../../ui/form/email-field.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { typed, useForm } from '../../ui/form/use-form.ts';

interface Values {
  email: string;
  currentPassword: string;
}

/** The new address and the password. Nothing changes until the mailed link is opened. */
export function ChangeAddressForm({ current, onSent }: { current: string; onSent: () => Promise<void> }) {
  const { t } = useTranslation();
  const form = useForm<Values>({
    initialValues: { email: '', currentPassword: '' },
    validate: {
      email: (value) => {
        if (!isEmailAddress(value)) return 'login.emailInvalid';
        return value.trim().toLowerCase() === current ? 'loginAddress.same' : null;
      },
      currentPassword: typed('password.currentRequired'),
    },
  });

  const ask = ({ email, currentPassword }: Values) =>
    api(changeLoginAddress, { body: { email: email.trim(), currentPassword } });

  return (
    <Form form={form} onSubmit={ask} onDone={onSent} failures={refusedProof}>
      <EmailField
        form={form}
        name="email"
        label={t('loginAddress.new')}
        hint={t('loginAddress.hint')}
        autoComplete="email"
        maxLength={longestEmail}
        required
      />
      <PasswordField
        form={form}
        name="currentPassword"
        label={t('password.current')}
        autoComplete="current-password"
        required
      />
      <SubmitButton processing={t('loginAddress.sending')}>{t('loginAddress.send')}</SubmitButton>
    </Form>
  );
}
