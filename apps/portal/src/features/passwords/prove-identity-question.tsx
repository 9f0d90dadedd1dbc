import { apiBase } from '@quayside/contract/shared/call.ts';
import { confirmPassword } from '@quayside/contract/identity/identity.ts';
import type { AuthProvider } from '@quayside/contract/tenant/tenant.ts';
import { useLocation } from '@tanstack/react-router';
import { api } from '../../lib/calls/api.ts';
import { answerProof, refusedProof } from '../../lib/session/recent-sign-in.ts';
import { useSignInMethods } from '../../lib/session/use-sign-in-methods.ts';
import { storeRedirect } from '../../lib/navigation/redirect-url.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { AnchorButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { typed, useForm } from '../../ui/form/use-form.ts';
import styles from './prove-identity.module.css';

/** Asks for the password. A user without one signs in again at a provider of single sign-on. */
export function ProveIdentityQuestion() {
  const { t } = useTranslation();
  const { withPassword, signOnProviders } = useSignInMethods('login');
  return (
    <Dialog title={t('password.proveTitle')} size="question" onClose={() => answerProof(false)}>
      <div className={styles.ways}>
        <p>{t('password.proveText')}</p>
        {withPassword && <ByPassword />}
        {signOnProviders.map((provider) => (
          <ProveAtProvider key={provider.key} provider={provider} />
        ))}
      </div>
    </Dialog>
  );
}

function ByPassword() {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { currentPassword: '' },
    validate: { currentPassword: typed('login.passwordRequired') },
  });

  const prove = ({ currentPassword }: { currentPassword: string }) =>
    api(confirmPassword, { body: { password: currentPassword } });

  return (
    <Form form={form} onSubmit={prove} onDone={() => answerProof(true)} failures={refusedProof}>
      <PasswordField
        form={form}
        name="currentPassword"
        label={t('login.password')}
        autoComplete="current-password"
        required
      />
      <SubmitButton processing={t('password.proving')}>{t('password.prove')}</SubmitButton>
    </Form>
  );
}

/** Leads to the provider and back to this page with a new, freshly proven session. The basket stays. */
function ProveAtProvider({ provider }: { provider: AuthProvider }) {
  const { t } = useTranslation();
  const here = useLocation({ select: ({ href }) => href });
  return (
    <AnchorButton
      href={`${apiBase}auth/${encodeURIComponent(provider.key)}?portal=true`}
      onClick={() => storeRedirect(here)}
      fullWidth
    >
      {t('password.proveAt', { provider: provider.displayName })}
    </AnchorButton>
  );
}
